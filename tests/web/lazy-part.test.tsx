import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { render } from '#tests/support/render.tsx';

test('A part of a screen that can’t be loaded says so, leaves the rest as it is, and can be retried', async () => {
  let isReachable = false;
  const Part = lazyPart(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>Arrived</p>;
  });
  const { user } = render(
    <>
      <p>The rest</p>
      <Part />
    </>,
  );
  await screen.findByText('We couldn’t load this part');
  expect(screen.getByText('The rest')).toBeInTheDocument();
  isReachable = true;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Arrived')).toBeInTheDocument();
});
