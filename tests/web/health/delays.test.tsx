import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Delays, DelaysLine } from '#web/features/health/DelaysLine.tsx';
import { clockTime } from '#web/lib/dates.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

const dueAt = '2026-11-23T14:02:00.000Z';
const at = clockTime(new Date(dueAt));
const late = (controllerName: string) => ({ controllerId: controllerName, controllerName, dueAt });

const open = (readings: ReturnType<typeof late>[], messagesSince: string | null = null) => {
  answer(Delays, { teamDelays: { readings, messagesSince } });
  return render(<DelaysLine />, { signedInAs: alice });
};
const line = () => screen.findByRole('status', { name: 'Delays' });

describe('The line above a customer’s screens', () => {
  test('says that the product is late, with what, and what is not known because of it', async () => {
    open([late('Head Office 🏢')]);
    expect(await line()).toHaveTextContent(
      `We are late: Head Office 🏢 was to be read at ${at}. What is wrong there since then is not known yet.`,
    );
  });

  test('counts the others, and says that messages wait', async () => {
    open([late('Head Office'), late('Retail')], dueAt);
    expect(await line()).toHaveTextContent(
      `Head Office and 1 more were to be read at ${at}. What is wrong there since then is not known yet. Messages about alerts wait since ${at}; none is lost.`,
    );
  });

  test('is not there while nothing is late, nor where that could not be asked', async () => {
    open([]);
    await expect.poll(() => asks(Delays).length).toBe(1);
    expect(screen.queryByLabelText('Delays')).toBeNull();
    refuse(Delays, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    render(<DelaysLine />, { signedInAs: alice });
    await expect.poll(() => asks(Delays).length).toBe(2);
    expect(screen.queryByLabelText('Delays')).toBeNull();
  });
});
