import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { DemoKeys } from '#web/features/controllers/ConnectHelp.tsx';
import {
  Controllers,
  DashboardSummary,
  UpdateController,
} from '#web/features/controllers/controllers.gql.ts';
import { DeleteController } from '#web/features/controllers/DeleteControllerDialog.tsx';
import { TestController } from '#web/features/controllers/useControllerActions.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { CreateController } from '#web/features/integrations/controllers/SiteManagerForm.tsx';
import { Integrations } from '#web/features/integrations/integrations.gql.ts';
import { IntegrationsPage } from '#web/features/integrations/IntegrationsPage.tsx';
import { IntegrationTemplates } from '#web/features/integrations/templates/TemplateCards.tsx';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { Address, controller, disconnected, revoked, summary, typed } from './samples.tsx';

const open = (controllers: ControllerFieldsFragment[], path = '/integrations') => {
  answer(Controllers, { controllers });
  answer(DashboardSummary, summary());
  answer(Integrations, { integrations: [] });
  answer(IntegrationTemplates, { integrationTemplates: [] });
  answer(HalopsaIntegration, { halopsaIntegration: null });
  answer(AlertRules, { alertRules: [] });
  return render(
    <>
      <IntegrationsPage />
      <Address />
    </>,
    { path },
  );
};
const address = () => screen.getByLabelText('address').textContent;
const nameField = () => screen.findByLabelText('Controller name');
const keyField = () => screen.getByLabelText('API key');
const row = async (name: string) => {
  const actions = await screen.findByRole('group', { name: `Actions for ${name}` });
  const item = actions.closest('li');
  if (!item) throw new Error('The actions stand in no row');
  return within(item);
};

describe('a new controller', () => {
  const create = async () => {
    const { user } = open([]);
    await user.type(await nameField(), 'Retail');
    await user.type(keyField(), 'a-key');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    return { user };
  };

  test('can be a demo network, with its name filled in if none was typed', async () => {
    answer(DemoKeys, { demoKeys: [{ name: 'Retail', apiKey: 'demo-key' }] });
    const { user } = open([]);
    await user.click(await screen.findByRole('button', { name: 'Retail' }));
    expect(await nameField()).toHaveValue('Retail');
    expect(keyField()).toHaveValue('demo-key');
    await user.clear(await nameField());
    await user.type(await nameField(), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Retail' }));
    expect(await nameField()).toHaveValue('Mine');
  });

  test('needs a name and a key, and the key is masked', async () => {
    const { user } = open([]);
    expect(await screen.findByText('No controllers configured')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Controller name is required')).toBeVisible();
    expect(screen.getByText('Please enter your UniFi Site Manager API key')).toBeVisible();
    expect(keyField()).toHaveAttribute('type', 'password');
    expect(asks(CreateController)).toHaveLength(0);
  });

  test('with a key that the team already uses links to its controller, and doesn’t ask to discard the input', async () => {
    refuse(CreateController, {
      message: 'This API key is already connected as “Head Office”.',
      code: 'CONFLICT',
      reason: 'known_key',
      controllerId: 'head-office',
      controllerName: 'Head Office',
    });
    const { user } = await create();
    await user.click(await screen.findByRole('link', { name: 'Open Head Office' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(address()).toBe('/controllers/head-office');
  });

  test('appears in the list, and the form is empty for the next one', async () => {
    const created = controller({ id: 'retail', name: 'Retail' });
    answer(CreateController, () => {
      answer(Controllers, { controllers: [created] });
      return { createController: created };
    });
    await create();
    expect(await screen.findByText('Controller connected')).toBeVisible();
    expect((await row('Retail')).getByText('••••9f3c')).toBeVisible();
    expect(await nameField()).toHaveValue('');
    expect(keyField()).toHaveValue('');
    expect(asks(CreateController)[0]?.variables).toEqual({
      input: { name: 'Retail', apiKey: 'a-key', rejectDuplicate: true },
    });
  });

  test('that the server refuses shows the server’s error and keeps what was typed', async () => {
    refuse(CreateController, { message: 'Your plan allows 5 controllers.', code: 'CONFLICT' });
    await create();
    expect(await screen.findByText('Connection Failed')).toBeVisible();
    expect(screen.getByText('Your plan allows 5 controllers.')).toBeVisible();
    expect(await nameField()).toHaveValue('Retail');
    expect(keyField()).toHaveValue('a-key');
  });

  test('that fails without a message shows the documented error', async () => {
    refuse(CreateController, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await create();
    expect(
      await screen.findByText('Failed to connect UniFi Site Manager. Please check your API key.'),
    ).toBeVisible();
  });

  test('whose key UniFi refuses says so under the key', async () => {
    const sentence = 'Failed to connect UniFi Site Manager. Please check your API key.';
    refuse(CreateController, { message: sentence, fields: { apiKey: sentence } });
    await create();
    await waitFor(() => expect(keyField()).toHaveAccessibleErrorMessage(sentence));
    expect(screen.getByText(sentence)).toBeVisible();
    expect(keyField()).toHaveValue('a-key');
  });

  test('after the session has ended ends it here too', async () => {
    localStorage.setItem('auth_token', 'an-old-token');
    refuse(CreateController, { message: 'You need to be signed in', code: 'UNAUTHENTICATED' });
    await create();
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull());
  });
});

describe('editing a controller', () => {
  const edit = async () => {
    const { user } = open([controller()]);
    await user.click((await row('Head Office')).getByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { name: 'Edit Head Office' });
    return user;
  };
  const saved = (over: Partial<ControllerFieldsFragment>) =>
    answer(UpdateController, { updateController: controller(over) });

  test('shows its name, and only the end of its key', async () => {
    await edit();
    expect(await nameField()).toHaveValue('Head Office');
    expect(keyField()).toHaveValue('');
    expect(keyField()).toHaveAttribute('placeholder', '••••••••9f3c');
  });

  test('with an empty key keeps the stored one, and returns to a cleared form for a new one', async () => {
    saved({ name: 'Zentrale' });
    const user = await edit();
    await user.clear(await nameField());
    await user.type(await nameField(), 'Zentrale');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Controller updated')).toBeVisible();
    expect(asks(UpdateController)[0]?.variables).toEqual({ id: 'head-office', input: { name: 'Zentrale' } });
    expect(await screen.findByRole('heading', { name: 'Site Manager Configuration' })).toBeVisible();
    expect(await nameField()).toHaveValue('');
    await row('Zentrale');
  });

  test('sends a new key when one is typed', async () => {
    saved({ apiKeyTail: '-new' });
    const user = await edit();
    await user.type(keyField(), 'a-key-that-is-new');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect((await row('Head Office')).getByText('••••-new')).toBeVisible();
    expect(asks(UpdateController)[0]?.variables).toEqual({
      id: 'head-office',
      input: { name: 'Head Office', apiKey: 'a-key-that-is-new' },
    });
  });

  test('can be canceled, which clears the form', async () => {
    const user = await edit();
    await user.type(keyField(), 'half a key');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Connect' })).toBeVisible();
    expect(await nameField()).toHaveValue('');
    expect(keyField()).toHaveValue('');
    expect(asks(UpdateController)).toHaveLength(0);
  });

  test('with a lost response says what to check, and keeps what was typed', async () => {
    answer(UpdateController, () => {
      throw new Error('socket hang up');
    });
    const user = await edit();
    await user.type(await nameField(), ' 2');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('The server didn’t answer')).toBeVisible();
    expect(screen.getByText('Reload the page to see whether the controller was updated.')).toBeVisible();
    expect(await nameField()).toHaveValue('Head Office 2');
  });

  test('that fails says "Failed to update controller." and keeps what was typed', async () => {
    refuse(UpdateController, { message: 'UniFi returned a server error (503).', code: 'UNAVAILABLE' });
    const user = await edit();
    await user.type(await nameField(), ' 2');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Failed to update controller.')).toBeVisible();
    expect(await nameField()).toHaveValue('Head Office 2');
  });

  test('starts immediately when another screen links to it', async () => {
    open([controller(), revoked], '/integrations?edit=retail');
    expect(await screen.findByRole('heading', { name: 'Edit Retail' })).toBeVisible();
  });
});

describe('the configured controllers', () => {
  test('show whether they are online, and their sites only if they are', async () => {
    const { user } = open([controller(), disconnected]);
    const well = await row('Head Office');
    const down = await row('Campus');
    expect(well.getByText('Online')).toBeVisible();
    expect(down.getByText('Offline')).toBeVisible();
    expect(down.getByRole('button', { name: 'Open Sites' })).toBeDisabled();
    await user.click(well.getByRole('button', { name: 'Open Sites' }));
    expect(address()).toBe('/site-selector?controller=head-office');
  });

  test('are refreshed after a test', async () => {
    const { user } = open([disconnected]);
    answer(TestController, () => {
      answer(Controllers, { controllers: [revoked] });
      const error = 'UniFi no longer accepts this API key.';
      return {
        testController: typed('ConnectionTest', { success: false, version: null, error, message: error }),
      };
    });
    await user.click((await row('Campus')).getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Connection Failed')).toBeVisible();
    await row('Retail');
  });

  test('say "Connection Failed" when a test could not be run', async () => {
    const { user } = open([controller()]);
    answer(TestController, () => {
      throw new Error('socket hang up');
    });
    await user.click((await row('Head Office')).getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Connection Failed')).toBeVisible();
    expect(screen.getByText('Failed to test connection')).toBeVisible();
  });

  test('disappear from the form when they are deleted', async () => {
    const { user } = open([controller()], '/integrations?edit=head-office');
    answer(DeleteController, () => {
      answer(Controllers, { controllers: [] });
      return { deleteController: 'head-office' };
    });
    await user.click((await row('Head Office')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByRole('textbox'), 'Head Office');
    await user.click(dialog.getByRole('button', { name: 'Delete controller Head Office' }));
    expect(await screen.findByText('No controllers configured')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Site Manager Configuration' })).toBeVisible();
  });

  test('that cannot be loaded say so and load on Retry', async () => {
    const { user } = open([]);
    refuse(Controllers, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    expect(await screen.findByText('We couldn’t load your controllers')).toBeVisible();
    answer(Controllers, { controllers: [controller()] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row('Head Office');
  });
});
