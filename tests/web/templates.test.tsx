import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  AllIntegrationTemplates,
  UpdateIntegrationTemplate,
} from '#web/features/integrations/admin/admin.gql.ts';
import { CreateIntegrationTemplate } from '#web/features/integrations/admin/TemplateDialog.tsx';
import { DeleteIntegrationTemplate, TemplatesPage } from '#web/features/integrations/admin/TemplatesPage.tsx';
import { ada, answer, asks, refuse, render, renderApp } from '#tests/support/render.tsx';

const psa = {
  id: 'psa',
  name: 'Tickets',
  type: 'psa',
  description: 'Opens tickets',
  icon: 'settings',
  isActive: true,
  inUse: 2,
  configSchema: { type: 'object', properties: { apiKey: { type: 'string' } }, required: ['apiKey'] },
};
const shows = (...templates: (typeof psa)[]) =>
  answer(AllIntegrationTemplates, { allIntegrationTemplates: templates });
const open = () => render(<TemplatesPage />, { signedInAs: ada });
const schemaField = () => screen.getByLabelText('Configuration schema');

beforeEach(() => shows(psa));

async function create() {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create Template' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Integration Template' });
  return { user, dialog: within(dialog) };
}

describe('The templates', () => {
  test('are listed with their actions, at the documented path', async () => {
    renderApp({ path: '/admin/integrations', signedInAs: ada });
    const row = (await screen.findByText('Tickets')).closest<HTMLElement>('[role="row"]')!;
    expect(row).toHaveTextContent('Opens tickets');
    expect(row).toHaveTextContent('2 in use');
    expect(within(row).getByRole('switch', { name: 'Tickets Active' })).toBeChecked();
    expect(screen.getByRole('link', { name: 'Integration Templates' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  test('say that there are none, and how to make the first', async () => {
    shows();
    const { user } = open();
    const nothing = await screen.findByText('No templates available');
    await user.click(screen.getAllByRole('button', { name: 'Create Template' })[1]!);
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(nothing).toBeInTheDocument();
  });

  test('say that they could not be loaded, and can be reloaded', async () => {
    refuse(AllIntegrationTemplates, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the integration templates')).toBeVisible();
    shows(psa);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Tickets')).toBeVisible();
  });

  test('are turned off and on with a click, and back if that fails', async () => {
    answer(UpdateIntegrationTemplate, { updateIntegrationTemplate: { ...psa, isActive: false } });
    const { user } = open();
    await user.click(await screen.findByRole('switch', { name: 'Tickets Active' }));
    expect(await screen.findByText('Template updated successfully')).toBeVisible();
    expect(asks(UpdateIntegrationTemplate)[0]?.variables).toEqual({ id: 'psa', input: { isActive: false } });
    refuse(UpdateIntegrationTemplate, { message: 'Not now', code: 'CONFLICT' });
    await user.click(screen.getByRole('switch', { name: 'Tickets Inactive' }));
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Tickets Inactive' })).not.toBeChecked();
  });

  test.each([
    [0, 'No integrations use it.'],
    [1, '1 integration that uses it stays, but can no longer be edited.'],
    [2, '2 integrations that use it stay, but can no longer be edited.'],
  ])('are deleted after a confirmation that says what remains of %s', async (inUse, sentence) => {
    shows({ ...psa, inUse });
    answer(DeleteIntegrationTemplate, { deleteIntegrationTemplate: 'psa' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete template Tickets' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(new RegExp(sentence))).toBeVisible();
    shows();
    await user.click(dialog.getByRole('button', { name: 'Delete template Tickets' }));
    expect(await screen.findByText('Template deleted successfully')).toBeVisible();
    expect(await screen.findByText('No templates available')).toBeVisible();
  });

  test('stay if they could not be deleted', async () => {
    refuse(DeleteIntegrationTemplate, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete template Tickets' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete template Tickets' }),
    );
    expect(await screen.findByText('Deletion Failed')).toBeVisible();
    expect(screen.getByText('Failed to delete template')).toBeVisible();
    expect(screen.getByText('Tickets')).toBeVisible();
  });
});

describe('A new template', () => {
  test.each([
    ['PSA', ['apiUrl', 'apiKey', 'clientId', 'tenant'], ['apiUrl', 'apiKey', 'clientId', 'tenant']],
    ['Chat', ['webhookUrl', 'channel'], ['webhookUrl']],
  ])('starts with a quick start: %s', async (label, fields, required) => {
    answer(CreateIntegrationTemplate, { createIntegrationTemplate: psa });
    const { user, dialog } = await create();
    await user.click(dialog.getByRole('button', { name: `Start from the ${label} template` }));
    await user.click(dialog.getByRole('button', { name: 'Create Template' }));
    expect(await screen.findByText('Template created successfully')).toBeVisible();
    const { input } = asks(CreateIntegrationTemplate)[0]!.variables as {
      input: { configSchema: { properties: object; required: string[] } };
    };
    expect(Object.keys(input.configSchema.properties)).toEqual(fields);
    expect(input.configSchema.required).toEqual(required);
    expect(input).toMatchObject({ isActive: true, type: label.toLowerCase() });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('previews the form while its schema is typed', async () => {
    const { dialog } = await create();
    const preview = within(dialog.getByLabelText('Preview'));
    expect(preview.getByText('The form appears here once the schema is valid.')).toBeVisible();
    const type = (properties: object) =>
      fireEvent.change(schemaField(), {
        target: { value: JSON.stringify({ type: 'object', properties, required: ['zone'] }) },
      });
    type({
      zone: { type: 'string', enum: ['eu', 'us'] },
      apiKey: { type: 'string', description: 'From the console' },
      retries: { type: 'integer', default: 3 },
      quiet: { type: 'boolean', title: 'Be quiet' },
    });
    expect(await preview.findByText('Preview: a form of 4 fields')).toBeVisible();
    expect(preview.getByLabelText('Zone')).toHaveTextContent('Choose zoneeuus');
    expect(preview.getByLabelText(/^Api key/)).toHaveAttribute('type', 'password');
    expect(preview.getByText('From the console')).toBeVisible();
    expect(preview.getByLabelText(/^Retries/)).toHaveValue(3);
    expect(preview.getByLabelText('Be quiet')).not.toBeChecked();
    fireEvent.change(schemaField(), { target: { value: '{"properties":{"a":{"type":"string"}}}' } });
    expect(await preview.findByText('Preview: a form of 1 field')).toBeVisible();
    type({ zone: { type: 'object', properties: {} } });
    expect(await preview.findByText('The form appears here once the schema is valid.')).toBeVisible();
    type({ zone: { type: 'string' } });
    expect(await preview.findByText('Preview: a form of 1 field')).toBeVisible();
    const strange = '{"allOf":[],"properties":{"a":{"type":"string"}}}';
    fireEvent.change(schemaField(), { target: { value: strange } });
    expect(await preview.findByText('The form appears here once the schema is valid.')).toBeVisible();
  });

  test.each([
    ['', 'Schema is required'],
    ['{"type": "object"', 'Invalid JSON schema'],
    ['[]', 'Invalid JSON schema'],
    ['null', 'Invalid JSON schema'],
  ])('needs a name, a type and a schema that parses: %j', async (text, sentence) => {
    const { user, dialog } = await create();
    fireEvent.change(schemaField(), { target: { value: text } });
    await user.click(dialog.getByRole('button', { name: 'Create Template' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    expect(dialog.getByText('Type is required')).toBeVisible();
    expect(dialog.getByText(sentence)).toBeVisible();
    expect(asks(CreateIntegrationTemplate)).toEqual([]);
  });

  test.each([
    ['{"type":"object","properties":{"__proto__":{"type":"string"}}}', '__proto__'],
    ['{"type":"object","properties":{"constructor":{"type":"string"}}}', 'constructor'],
    ['{"type":"object","properties":{"a":{"type":"string","toString":1}}}', 'toString'],
    ['{"__proto__":{"type":"object"},"properties":{"a":{"type":"string"}}}', '__proto__'],
  ])('lists a setting’s name that can’t be used, and keeps what was typed: %s', async (text, name) => {
    const { user, dialog } = await create();
    await user.type(dialog.getByLabelText('Name'), 'Mine');
    await user.type(dialog.getByLabelText('Type'), 'mine');
    fireEvent.change(schemaField(), { target: { value: text } });
    await user.click(dialog.getByRole('button', { name: 'Create Template' }));
    const sentence = `Invalid JSON schema: the name "${name}" can’t be used`;
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(schemaField()).toHaveValue(text);
    expect(dialog.getByLabelText('Name')).toHaveValue('Mine');
    expect(asks(CreateIntegrationTemplate)).toEqual([]);
  });

  test.each([
    { a: { type: 'constructor' } },
    { a: { type: 'string', enum: [{ b: 1 }] } },
    { a: { type: 'string', enum: [null] } },
    { a: { type: 'string', enum: ['x', 'x'] } },
    { a: { type: 'string', enum: 'x' } },
    { 'a.b': { type: 'string' } },
    { 'a[0]': { type: 'string' } },
    { '': { type: 'string' } },
    { ü: { type: 'string' } },
    { a: { type: 'string', pattern: '^x$' } },
    { a: null },
    Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`a${at}`, { type: 'string' }])),
  ])('shows no form for a schema that the server will not accept: %j', async (properties) => {
    const { dialog } = await create();
    const preview = within(dialog.getByLabelText('Preview'));
    const shown = { type: 'object', properties: { a: { type: 'string', title: {}, default: [] } } };
    fireEvent.change(schemaField(), { target: { value: JSON.stringify(shown) } });
    expect(await preview.findByText('Preview: a form of 1 field')).toBeVisible();
    fireEvent.change(schemaField(), { target: { value: JSON.stringify({ type: 'object', properties }) } });
    expect(await preview.findByText('The form appears here once the schema is valid.')).toBeVisible();
  });

  test('that the server refuses keeps what was typed, with the reason under the schema', async () => {
    const sentence = 'Invalid JSON schema: property "a": "$ref" is not supported here';
    refuse(CreateIntegrationTemplate, { message: sentence, fields: { configSchema: sentence } });
    const { user, dialog } = await create();
    await user.type(dialog.getByLabelText('Name'), 'Mine');
    await user.type(dialog.getByLabelText('Type'), 'mine');
    fireEvent.change(schemaField(), {
      target: { value: '{"type":"object","properties":{"a":{"$ref":"#"}}}' },
    });
    await user.click(dialog.getByRole('button', { name: 'Create Template' }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('Mine');
    await waitFor(() => expect(schemaField()).toHaveFocus());
  });
});

test('A template is edited with its saved values, and a description can be cleared', async () => {
  answer(UpdateIntegrationTemplate, { updateIntegrationTemplate: { ...psa, description: '' } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Tickets' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Integration Template' }));
  expect(schemaField()).toHaveValue(JSON.stringify(psa.configSchema, null, 2));
  expect(dialog.queryByRole('group', { name: 'Quick start' })).toBeNull();
  await user.clear(dialog.getByLabelText(/^Description/));
  await user.selectOptions(dialog.getByLabelText('Icon'), 'Mail');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Template updated successfully')).toBeVisible();
  const { inUse: _, id, ...fields } = psa;
  expect(asks(UpdateIntegrationTemplate)[0]?.variables).toEqual({
    id,
    input: { ...fields, description: '', icon: 'mail' },
  });
});
