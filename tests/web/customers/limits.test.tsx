import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ChannelsSection } from '#web/features/integrations/channels/ChannelsSection.tsx';
import { Integrations, UpdateIntegration } from '#web/features/integrations/integrations.gql.ts';
import { MaintenancePage } from '#web/features/maintenance/MaintenancePage.tsx';
import {
  CreateMaintenanceWindow,
  MaintenanceControllers,
  MaintenanceWindows,
} from '#web/features/maintenance/useWindows.ts';
import { placeWords } from '#web/features/maintenance/window-words.ts';
import { alice, answer, asks, render } from '#tests/support/render.tsx';
import { slack } from '../integrations.samples.ts';
import { weekly } from '../maintenance.samples.ts';
import { acme, birch, serves } from './samples.ts';

const named = (over = {}) => ({ __typename: 'Integration' as const, ...slack(over) });

describe('A channel', () => {
  test('is limited to a customer and a tag, and its row says so', async () => {
    serves([acme, birch]);
    answer(Integrations, { integrations: [named()] });
    const { user } = render(<ChannelsSection />, { path: '/integrations?channel=slack', signedInAs: alice });
    const form = within(await screen.findByRole('group', { name: 'Slack' }));
    await user.click(form.getByRole('button', { name: 'Limit to customers or tags' }));
    await user.click(form.getByRole('combobox', { name: 'Customers' }));
    await user.click(await screen.findByRole('option', { name: 'Birch' }));
    await user.keyboard('{Escape}');
    await user.click(form.getByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByRole('option', { name: 'gold 2 sites' }));
    expect(await form.findByRole('button', { name: 'Remove gold' })).toBeVisible();
    const limits = { customerIds: ['birch'], tags: ['gold'] };
    answer(UpdateIntegration, {
      updateIntegration: named({ ...limits, limitedTo: 'Birch and sites tagged gold' }),
    });
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/only alerts of Birch and sites tagged gold/)).toBeVisible();
    expect(asks(UpdateIntegration)[0]?.variables['input']).toMatchObject(limits);
  });

  test('that is limited shows to whom when it is opened', async () => {
    serves([acme]);
    answer(Integrations, { integrations: [named({ customerIds: ['acme'], limitedTo: 'Acme' })] });
    const { user } = render(<ChannelsSection />, { path: '/integrations?channel=slack', signedInAs: alice });
    await user.click(await screen.findByRole('button', { name: 'Remove Acme' }));
    answer(UpdateIntegration, { updateIntegration: named() });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Slack saved')).toBeVisible();
    expect(asks(UpdateIntegration)[0]?.variables['input']).toMatchObject({ customerIds: [], tags: [] });
  });
});

describe('A maintenance window', () => {
  test('is limited to a customer', async () => {
    serves([acme]);
    answer(MaintenanceWindows, { maintenanceWindows: [] });
    answer(MaintenanceControllers, { controllers: [] });
    answer(CreateMaintenanceWindow, {
      createMaintenanceWindow: { ...weekly, customerIds: ['acme'], limitedTo: 'Acme' },
    });
    const { user } = render(<MaintenancePage />, { path: '/maintenance?new', signedInAs: alice });
    const dialog = within(await screen.findByRole('dialog', { name: 'New Maintenance Window' }));
    await user.type(dialog.getByLabelText('Name'), 'Cabling');
    await user.click(dialog.getByRole('button', { name: 'Limit to customers or tags' }));
    await user.click(dialog.getByRole('combobox', { name: 'Customers' }));
    await user.click(await screen.findByRole('option', { name: 'Acme' }));
    await user.click(dialog.getByRole('button', { name: 'Create Window' }));
    expect(await screen.findByText(/^Only Acme · /)).toBeVisible();
    expect(asks(CreateMaintenanceWindow)[0]?.variables['input']).toMatchObject({
      customerIds: ['acme'],
      tags: [],
    });
  });

  test('says which place it covers', () => {
    const limited = { ...weekly, limitedTo: 'Acme and sites tagged gold' };
    expect(placeWords(limited, undefined)).toBe('Only Acme and sites tagged gold');
    expect(placeWords({ ...limited, controllerId: 'c1' }, 'Retail')).toBe(
      'Retail, only Acme and sites tagged gold',
    );
  });
});
