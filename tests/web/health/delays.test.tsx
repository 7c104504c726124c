import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Delays, DelaysLine } from '#web/features/health/DelaysLine.tsx';
import { formatTime } from '#web/lib/format.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

const dueAt = '2026-11-23T14:02:00.000Z';
const at = formatTime(new Date(dueAt));
const late = (controllerName: string) => ({ controllerId: controllerName, controllerName, dueAt });

const open = (readings: ReturnType<typeof late>[], messagesSince: string | null = null) => {
  answer(Delays, { teamDelays: { readings, messagesSince } });
  return render(<DelaysLine />, { signedInAs: alice });
};
const line = () => screen.findByRole('status', { name: 'Delays' });

describe('The line above a customer’s screens', () => {
  test('names the controllers that are overdue for a check', async () => {
    open([late('Head Office 🏢')]);
    expect(await line()).toHaveTextContent(
      `We’re running late: Head Office 🏢 was due for a check at ${at}. Problems since then don’t show yet.`,
    );
  });

  test('counts the others, and says when notifications are delayed', async () => {
    open([late('Head Office'), late('Retail')], dueAt);
    expect(await line()).toHaveTextContent(
      `Head Office and 1 more were due for a check at ${at}. Problems since then don’t show yet. Alert notifications have been delayed since ${at}. None are lost.`,
    );
  });

  test('is hidden while nothing is late, or if that can’t be loaded', async () => {
    open([]);
    await expect.poll(() => asks(Delays).length).toBe(1);
    expect(screen.queryByLabelText('Delays')).toBeNull();
    refuse(Delays, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    render(<DelaysLine />, { signedInAs: alice });
    await expect.poll(() => asks(Delays).length).toBe(2);
    expect(screen.queryByLabelText('Delays')).toBeNull();
  });
});
