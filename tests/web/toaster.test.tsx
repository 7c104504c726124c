import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toast, type Toast } from '#web/ui/toaster.tsx';
import { render } from '#tests/support/render.tsx';

const say = (said: Toast) => void act(() => toast(said));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const region = () => screen.getByRole('region', { name: /Notifications/ });

beforeEach(() => {
  vi.useFakeTimers();
});

describe('a toast', () => {
  test('stays five seconds', async () => {
    render(null);
    say({ title: 'Saved' });
    await wait(4_999);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    await wait(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  test('stays ten seconds if something can be done about it, and no shorter after it was read', async () => {
    render(null);
    say({ title: 'Acknowledged 2 alerts', action: { label: 'Undo', act: () => undefined } });
    fireEvent.pointerEnter(screen.getByText('Acknowledged 2 alerts'));
    await wait(20_000);
    fireEvent.pointerLeave(screen.getByText('Acknowledged 2 alerts'));
    await wait(9_999);
    expect(screen.getByText('Acknowledged 2 alerts')).toBeInTheDocument();
    await wait(1);
    expect(screen.queryByText('Acknowledged 2 alerts')).not.toBeInTheDocument();
  });

  test('replaces the previous one and stays five seconds itself', async () => {
    render(null);
    say({ title: 'First' });
    await wait(3_000);
    say({ title: 'Second' });
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    await wait(4_999);
    expect(screen.getByText('Second')).toBeInTheDocument();
  });

  test('shows lines as lines', () => {
    render(null);
    say({ title: 'Failed', description: 'Slack refused it.\nTeams took it.' });
    expect(screen.getByText(/Slack refused it/)).toHaveStyle({ whiteSpace: 'pre-line' });
  });

  test('never takes the focus, not even for an error', () => {
    render(<button>Here</button>);
    screen.getByRole('button', { name: 'Here' }).focus();
    say({ title: 'Failed', type: 'error' });
    expect(screen.getByRole('button', { name: 'Here' })).toHaveFocus();
  });

  test('waits while it is being read', async () => {
    render(null);
    say({ title: 'Read me' });
    fireEvent.pointerEnter(screen.getByText('Read me'));
    await wait(20_000);
    expect(screen.getByText('Read me')).toBeInTheDocument();
  });

  test.each([
    [49, true],
    [50, false],
  ])('swiped %i pixels: still there is %s', (distance, there) => {
    render(null);
    say({ title: 'Swipe me' });
    const card = screen.getByText('Swipe me');
    fireEvent.pointerDown(card, { clientX: 100 });
    fireEvent.pointerMove(card, { clientX: 100 + distance });
    fireEvent.pointerUp(card, { clientX: 100 + distance });
    expect(screen.queryByText('Swipe me') !== null).toBe(there);
  });
});

test('F8 moves the focus to the notifications, and Escape dismisses', () => {
  render(null);
  say({ title: 'Listen' });
  fireEvent.keyDown(document.body, { key: 'F8' });
  expect(region()).toHaveFocus();
  fireEvent.keyDown(region(), { key: 'Escape' });
  expect(region()).not.toHaveTextContent('Listen');
});
