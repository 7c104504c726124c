import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PaletteButton } from '#web/app/palette/PaletteButton.tsx';
import { PalettePeople, PalettePlaces, PaletteSettings } from '#web/app/palette/palette.gql.ts';
import { useJump } from '#web/app/palette/useJump.ts';
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx';
import { ada, alice, answer, asks, render } from '#tests/support/render.tsx';

function Screen({ area, unsaved }: { area: 'customer' | 'admin'; unsaved: boolean }) {
  const { pathname, search, hash } = useLocation();
  useJump();
  return (
    <>
      <PaletteButton area={area} />
      <output aria-label="address">{pathname + search + hash}</output>
      <main id="main">
        <label>
          Note
          <input />
        </label>
        {pathname === '/settings' && <h3>API tokens</h3>}
        {unsaved && (
          <AskBeforeLeaving losing title="Leave?" confirmLabel="Leave">
            It is not saved.
          </AskBeforeLeaving>
        )}
      </main>
    </>
  );
}

const open = async ({ area = 'customer', unsaved = false }: Partial<Parameters<typeof Screen>[0]> = {}) => {
  answer(PalettePlaces, {
    controllers: [
      { id: 'c1', name: 'Hauptsitz Zürich 🏮', selectedSiteId: 's1', selectedSiteName: 'Zürich' },
      { id: 'c2', name: 'Depot', selectedSiteId: null, selectedSiteName: null },
    ],
    alertRules: [{ id: 'r1', name: 'Switch offline' }],
  });
  answer(PaletteSettings, { adminSettings: [{ id: 'phone_hours', key: 'phone_hours' }] });
  const { user } = render(<Screen area={area} unsaved={unsaved} />, {
    path: '/start',
    signedInAs: area === 'admin' ? ada : alice,
  });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /^Screens, settings/ });
  await waitFor(() => expect(field).toHaveFocus());
  return { user, field };
};
const address = () => screen.getByLabelText('address').textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const marked = () => screen.getByRole('option', { selected: true }).textContent;

describe('The palette', () => {
  test('opens by its key and by its button, which says the key, and Escape closes it', async () => {
    const { user } = await open();
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = screen.getByRole('button', { name: 'Search Ctrl K' });
    await waitFor(() => expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K'));
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  test('shows the screens of a customer before anything is typed, and none of the console', async () => {
    await open();
    const screens = within(screen.getByRole('group', { name: 'Screens' })).getAllByRole('option');
    expect(screens.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Dashboard', 'Controllers', 'Alerts', 'Maintenance', 'Settings']),
    );
    expect(options().join()).not.toMatch(/Management|Mode/);
    expect(asks(PalettePeople)).toEqual([]);
  });

  test('is gone through with the arrows, round and round, and Enter goes there', async () => {
    const { user, field } = await open();
    const first = marked();
    await user.keyboard('{ArrowUp}');
    expect(marked()).toBe(options().at(-1));
    await user.keyboard('{ArrowDown}');
    expect(marked()).toBe(first);
    await user.keyboard('alert');
    const active = screen.getByRole('option', { selected: true });
    expect(field).toHaveAttribute('aria-activedescendant', active.id);
    expect(active).toHaveTextContent('Alerts');
    await user.keyboard('{Enter}');
    expect(address()).toBe('/alerts');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['zurich', 'Hauptsitz Zürich 🏮 Zürich', '/alerts?controller=c1'],
    ['depot', 'Depot', '/controllers'],
    ['switch off', 'Switch offline', '/alerts?tab=rules#rule-r1'],
    ['2fa', 'Two-Factor Authentication Settings', '/settings#two-factor-authentication'],
    ['NIGHT', 'Quiet hours Settings', '/settings#quiet-hours'],
  ])('for %j finds %s', async (typed, text, to) => {
    const { user, field } = await open();
    await screen.findByRole('listbox');
    await user.type(field, typed);
    await user.click(await screen.findByRole('option', { name: text }));
    expect(address()).toBe(to);
  });

  test('leads to a setting on its screen, and the focus stands there', async () => {
    const { user, field } = await open();
    await user.type(field, 'tokens{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus());
  });

  test('finds people for administrators on the server, once typing pauses', async () => {
    const bob = { id: 'bob', email: 'bob@example.test', firstName: 'Bob', lastName: 'Baker' };
    answer(PalettePeople, ({ search }) => ({ users: search === 'bob' ? [bob] : [] }));
    const { user, field } = await open({ area: 'admin' });
    expect(options()).toEqual(expect.arrayContaining(['User Management', 'AlertsUser Mode']));
    await user.type(field, 'bob');
    await user.click(await screen.findByRole('option', { name: 'Bob Baker bob@example.test' }));
    expect(address()).toBe('/admin/users?user=bob');
    expect(asks(PalettePeople).map(({ variables }) => variables['search'])).toEqual(['bob']);
    expect(asks(PalettePlaces)).toEqual([]);
  });

  test('leads to a setting of the organisation', async () => {
    const { user, field } = await open({ area: 'admin' });
    await user.type(field, 'phone hours');
    await user.click(await screen.findByRole('option', { name: 'Phone hours Organisation' }));
    expect(address()).toBe('/admin/organization#phone_hours');
  });

  test('says that nothing is called so, and Enter does nothing then', async () => {
    const { user, field } = await open();
    await user.type(field, '<b>%.*{Enter}');
    expect(await screen.findByText('Nothing is called “<b>%.*”.')).toBeVisible();
    expect(options()).toEqual([]);
    expect(address()).toBe('/start');
  });

  test('asks before something that was typed is lost', async () => {
    const { user, field } = await open({ unsaved: true });
    await user.type(field, 'maintenance{Enter}');
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(address()).toBe('/start');
  });

  test('leaves its key to a dialog that is open, and keys like it to the browser', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    for (const key of [{ shiftKey: true }, { altKey: true }, { metaKey: true }])
      expect(fireEvent.keyDown(document, { key: 'k', ctrlKey: true, ...key })).toBe(true);
  });
});
