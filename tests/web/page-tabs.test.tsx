import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { renderApp } from '#tests/support/render.tsx';

const Screen = () => (
  <PageTabs
    tabs={
      ['one', 'two', 'three'].map((name) => ({
        name,
        title: `Tab ${name}`,
        content: `Content ${name}`,
      })) as never
    }
  />
);

test('Arrow keys, Home and End move between the tabs of a screen, and Enter opens the focused one', async () => {
  const { user } = renderApp({ table: [{ path: '/', audience: 'visitor', Screen }] });
  const one = await screen.findByRole('tab', { name: 'Tab one' });
  expect(screen.getByRole('tabpanel', { name: 'Tab one' })).toHaveTextContent('Content one');
  one.focus();
  const focusAfter = async (key: string) => {
    await user.keyboard(key);
    return document.activeElement?.textContent;
  };
  expect(await focusAfter('{ArrowLeft}')).toBe('Tab three');
  expect(await focusAfter('{ArrowRight}')).toBe('Tab one');
  expect(await focusAfter('{End}')).toBe('Tab three');
  expect(await focusAfter('{Home}')).toBe('Tab one');
  expect(await focusAfter('{ArrowRight}')).toBe('Tab two');
  // Moving the focus leaves the content as it is.
  expect(one).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('tabpanel', { name: 'Tab two' })).toHaveTextContent('Content two');
  expect(screen.queryByText('Content one')).not.toBeInTheDocument();
  await user.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});
