import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  CreateMenuItemDocument,
  CreateSocialLinkDocument,
  DeleteMenuItemDocument,
  DeleteSocialLinkDocument,
  ReorderMenuItemsDocument,
  ReorderSocialLinksDocument,
  UpdateMenuItemDocument,
  UpdateSocialLinkDocument,
  WebsiteContentDocument,
} from '#web/gql/graphql.ts';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import { content, openWebsite, preview, stands, versions } from './samples.tsx';

const items = content.allMenuItems;
const menu = async () => within(await screen.findByRole('list', { name: 'Menu items' }));
const names = async () =>
  (await menu()).getAllByRole('button', { name: /^Move / }).map((one) => one.ariaLabel);
const row = (name: string) =>
  within(screen.getByRole('button', { name: `Move ${name}` }).closest<HTMLElement>('li')!);

/** From a row's menu. */
async function choose(user: UserEvent, name: string, action: string) {
  await user.click(row(name).getByRole('button', { name: `Actions for ${name}` }));
  // jsdom knows no popovers.
  await user.click(row(name).getByRole('button', { name: action, hidden: true }));
}

describe('the menu', () => {
  test('lists hidden items too; visitors see the others in the preview', async () => {
    openWebsite('navigation');
    expect(await names()).toEqual(['Move Pricing', 'Move Docs', 'Move Contact']);
    expect((await menu()).getByText('https://docs.example · opens in a new tab')).toBeVisible();
    const shown = await preview();
    expect(shown.getAllByText('Pricing')[0]).toBeVisible();
    expect(shown.queryByText('Contact')).toBeNull();
  });

  test('hides an item with one click', async () => {
    const { user } = openWebsite('navigation');
    answer(UpdateMenuItemDocument, ({ input }) => {
      stands({ allMenuItems: items.map((one) => (one.id === 'm1' ? { ...one, isVisible: false } : one)) });
      expect(input).toEqual({ isVisible: false });
      return { updateMenuItem: items[0]! };
    });
    await user.click((await menu()).getByRole('switch', { name: 'Pricing Visible' }));
    expect(await (await menu()).findByRole('switch', { name: 'Pricing Hidden' })).not.toBeChecked();
    expect(screen.getByText('Menu item updated successfully')).toBeVisible();
  });

  test('says that a change is saved even if the list cannot be read again', async () => {
    const { user } = openWebsite('navigation');
    await menu();
    answer(UpdateMenuItemDocument, { updateMenuItem: items[0]! });
    refuse(WebsiteContentDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await user.click((await menu()).getByRole('switch', { name: 'Pricing Visible' }));
    expect(await screen.findByText('Menu item updated successfully')).toBeVisible();
  });

  test('restores an item when the server rejects the change', async () => {
    const { user } = openWebsite('navigation');
    refuse(UpdateMenuItemDocument, { message: 'Menu item not found', code: 'NOT_FOUND' });
    await user.click((await menu()).getByRole('switch', { name: 'Docs Visible' }));
    expect(await screen.findByText('Menu item not found')).toBeVisible();
    const back = row('Docs').getByRole('switch', { name: 'Docs Visible' });
    expect(back).toHaveAttribute('aria-checked', 'true');
  });

  test("is reordered from a row's menu, saved immediately and announced", async () => {
    const { user } = openWebsite('navigation');
    const ids = ['m2', 'm1', 'm3'];
    answer(ReorderMenuItemsDocument, () => {
      const allMenuItems = ids.map((id) => items.find((one) => one.id === id)!);
      stands({ allMenuItems, contentStates: versions({ menu: 8 }) });
      return { reorderMenuItems: allMenuItems };
    });
    await menu();
    await choose(user, 'Pricing', 'Move down');
    expect(await screen.findByText('Pricing is now number 2 of 3.')).toBeInTheDocument();
    await waitFor(async () => expect(await names()).toEqual(['Move Docs', 'Move Pricing', 'Move Contact']));
    expect(asks(ReorderMenuItemsDocument)[0]?.variables).toEqual({ ids, version: 7 });
    expect(screen.getByText('Menu item order updated successfully')).toBeVisible();
  });

  test("returns to the server's order when someone else saved first", async () => {
    const { user } = openWebsite('navigation');
    refuse(ReorderMenuItemsDocument, { message: 'Changed by Grace Hopper 2 minutes ago.', code: 'CONFLICT' });
    await menu();
    await choose(user, 'Docs', 'Move up');
    expect(await screen.findByText('Changed by Grace Hopper 2 minutes ago.')).toBeVisible();
    await waitFor(async () => expect((await names())[0]).toBe('Move Pricing'));
  });

  test('explains on its handles how the keyboard moves a row', async () => {
    openWebsite('navigation');
    const handle = (await menu()).getByRole('button', { name: 'Move Pricing' });
    expect(handle).toHaveAccessibleDescription(/press Space or Enter, use the arrow keys/);
  });

  test('accepts a new item, which needs a title and a valid address', async () => {
    const { user } = openWebsite('navigation');
    await user.click(await screen.findByRole('button', { name: 'Add Menu Item' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Menu Item' }));
    const add = () => user.click(dialog.getByRole('button', { name: 'Add Menu Item' }));
    await add();
    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(dialog.getByText('URL is required')).toBeVisible();
    await user.type(dialog.getByLabelText('Title'), 'Hilfe 🛟');
    await user.type(dialog.getByLabelText('URL'), 'javascript:alert(1)');
    await add();
    expect(await dialog.findByText(/^URL must be a path on this site/)).toBeVisible();
    await user.clear(dialog.getByLabelText('URL'));
    await user.type(dialog.getByLabelText('URL'), '/help');
    answer(CreateMenuItemDocument, ({ input }) => ({
      createMenuItem: { ...items[0]!, ...input, id: 'm4' } as never,
    }));
    await add();
    expect(await screen.findByText('Menu item added successfully')).toBeVisible();
    expect(asks(CreateMenuItemDocument)[0]?.variables).toEqual({
      input: { title: 'Hilfe 🛟', url: '/help', order: 3, isExternal: false, isVisible: true },
    });
  });

  test('asks before an item is deleted', async () => {
    const { user } = openWebsite('navigation');
    answer(DeleteMenuItemDocument, () => {
      stands({ allMenuItems: items.slice(1) });
      return { deleteMenuItem: 'm1' };
    });
    await menu();
    await choose(user, 'Pricing', 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete menu item' }));
    expect(asks(DeleteMenuItemDocument)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete Pricing' }));
    expect(await screen.findByText('Menu item deleted successfully')).toBeVisible();
    await waitFor(async () => expect(await names()).toEqual(['Move Docs', 'Move Contact']));
  });

  test('without items says what visitors see instead', async () => {
    openWebsite('navigation', { allMenuItems: [] });
    expect(await screen.findByText('The menu is empty')).toBeVisible();
    expect((await preview()).getAllByText('Contact')[0]).toBeVisible();
  });
});

describe('a menu item that a colleague changed in the meantime', () => {
  const quicker = 'Changed by Grace Hopper 2 minutes ago. What you typed is not saved yet.';

  async function editPricing(theirs: (typeof items)[number]) {
    const drawn = openWebsite('navigation');
    const { user } = drawn;
    await user.click((await menu()).getByRole('button', { name: 'Edit Pricing' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Menu Item' }));
    await user.type(dialog.getByLabelText('Title'), ' & plans');
    stands({ allMenuItems: [theirs, ...items.slice(1)], contentStates: versions({ menu: 9 }) });
    refuse(UpdateMenuItemDocument, { message: quicker, code: 'CONFLICT' });
    return { ...drawn, dialog };
  }

  test('is shown next to what was typed, and can be overwritten', async () => {
    const { user, dialog } = await editPricing({ ...items[0]!, title: 'Prices' });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(/Changed by Grace Hopper 2 minutes ago/)).toBeVisible();
    expect(dialog.getByText('after:').parentElement).toHaveTextContent('after: Prices');
    expect(dialog.getByLabelText('Title')).toHaveValue('Pricing & plans');
    answer(UpdateMenuItemDocument, { updateMenuItem: items[0]! });
    await user.click(dialog.getByRole('button', { name: 'Save my version' }));
    expect(await screen.findByText('Menu item updated successfully')).toBeVisible();
    expect(asks(UpdateMenuItemDocument).at(-1)?.variables).toEqual({
      id: 'm1',
      input: { title: 'Pricing & plans' },
      version: 9,
    });
  });
});

describe('social links', () => {
  test('are added by platform and address', async () => {
    const { user } = openWebsite('social', { allSocialLinks: [] });
    expect(await screen.findByText('No social links yet')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Social Link' })[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Social Link' }));
    await user.click(dialog.getByRole('button', { name: 'Add Social Link' }));
    expect(await dialog.findByText('Platform is required')).toBeVisible();
    expect(dialog.getByText('URL is required')).toBeVisible();
    const offered = within(dialog.getByLabelText('Platform')).getAllByRole('option').slice(1);
    expect(offered.map((option) => option.getAttribute('value'))).toEqual([
      'twitter',
      'facebook',
      'linkedin',
      'instagram',
      'github',
      'youtube',
    ]);
    await user.selectOptions(dialog.getByLabelText('Platform'), 'YouTube');
    await user.type(dialog.getByLabelText('URL'), 'https://youtube.com/@northwind');
    answer(CreateSocialLinkDocument, { createSocialLink: { ...content.allSocialLinks[0]!, id: 's2' } });
    await user.click(dialog.getByRole('button', { name: 'Add Social Link' }));
    expect(await screen.findByText('Social link added successfully')).toBeVisible();
    expect(asks(CreateSocialLinkDocument)[0]?.variables).toEqual({
      input: { platform: 'youtube', url: 'https://youtube.com/@northwind', order: 0, isVisible: true },
    });
  });

  test('are reordered, which is saved and confirmed immediately', async () => {
    const [github] = content.allSocialLinks;
    const linkedin = { ...github!, id: 's2', platform: 'linkedin' as const, order: 1 };
    const { user } = openWebsite('social', { allSocialLinks: [github!, linkedin] });
    answer(ReorderSocialLinksDocument, { reorderSocialLinks: [linkedin, github!] });
    await screen.findByRole('list', { name: 'Social links' });
    await choose(user, 'LinkedIn', 'Move up');
    expect(await screen.findByText('Social link order updated successfully')).toBeVisible();
    expect(asks(ReorderSocialLinksDocument)[0]?.variables).toEqual({ ids: ['s2', 's1'], version: 7 });
  });

  test('are hidden with one click, and deleted after confirmation', async () => {
    const [github] = content.allSocialLinks;
    const { user } = openWebsite('social');
    answer(UpdateSocialLinkDocument, ({ input }) => {
      stands({ allSocialLinks: [{ ...github!, isVisible: false }] });
      expect(input).toEqual({ isVisible: false });
      return { updateSocialLink: github! };
    });
    await user.click(await screen.findByRole('switch', { name: 'GitHub Visible' }));
    expect(await screen.findByRole('switch', { name: 'GitHub Hidden' })).not.toBeChecked();
    expect(screen.getByText('Social link updated successfully')).toBeVisible();
    answer(DeleteSocialLinkDocument, () => {
      stands({ allSocialLinks: [] });
      return { deleteSocialLink: 's1' };
    });
    await choose(user, 'GitHub', 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete social link' }));
    expect(asks(DeleteSocialLinkDocument)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete GitHub' }));
    expect(await screen.findByText('Social link deleted successfully')).toBeVisible();
    expect(await screen.findByText('No social links yet')).toBeVisible();
  });
});
