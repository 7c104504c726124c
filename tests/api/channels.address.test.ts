import { describe, expect, test } from 'vitest';
import { addressProblem, normalAddress } from '#api/features/integrations/channel-input.ts';

const slack = 'https://hooks.slack.com/services/T00000000/B00000000/EXAMPLEEXAMPLEEXAMPLE00';
const discord = 'https://discord.com/api/webhooks/223704706495545344/EXAMPLE-token_1';
const flow =
  'https://example.00.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=EXAMPLE';

describe('The address of a channel', () => {
  test.each([
    ['slack', slack],
    ['slack', 'https://hooks.slack-gov.com/services/T0/B0/abc'],
    ['slack', 'https://mattermost.example.com/hooks/abc'],
    ['teams', flow],
    ['teams', 'https://relay.example.com/teams'],
    ['discord', discord],
    ['discord', `${discord}?thread_id=1`],
    ['discord', 'https://relay.example.com/discord'],
    ['webhook', 'https://example.com/in'],
    ['webhook', slack],
    ['slack', 'no address'],
    // The type of a template, which may be anything.
    ['constructor', slack],
  ])('of %s may be %s', (channel, url) => expect(addressProblem(channel, url)).toBeUndefined());

  test.each([
    ['slack', 'https://app.slack.com/client/T0/C0', "isn't the full URL of a Slack webhook"],
    ['slack', 'https://hooks.slack.com/services/T0/B0', "isn't the full URL of a Slack webhook"],
    ['slack', 'https://hooks.slack.com/triggers/T0/1/abc', 'starts a workflow'],
    ['slack', discord, 'This is a Discord URL. In Slack'],
    ['teams', 'https://contoso.webhook.office.com/webhookb2/a/IncomingWebhook/b/c', 'Office 365 connectors'],
    ['teams', 'https://outlook.office.com/webhook/a/IncomingWebhook/b/c', 'Office 365 connectors'],
    [
      'teams',
      'https://prod-12.westeurope.logic.azure.com:443/workflows/0/triggers?sig=x',
      'stopped working in November 2025',
    ],
    ['teams', flow.replace(/&sig=.*/, ''), 'The end of the URL is missing'],
    ['teams', slack, 'This is a Slack URL. In Teams'],
    ['discord', 'https://discord.com/channels/1/2', "isn't the full URL of a Discord webhook"],
    ['discord', flow, 'This is a Microsoft Teams URL. In Discord'],
  ])('of %s is not %s', (channel, url, problem) => expect(addressProblem(channel, url)).toContain(problem));

  test('is normalized, however it was copied', () => {
    const normal = 'https://discord.com/api/v10/webhooks/223704706495545344/EXAMPLE-token_1';
    for (const host of ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'])
      for (const version of ['', '/v8', '/v10'])
        expect(
          normalAddress(
            'discord',
            ` ${discord.replace('discord.com', host).replace('/api', `/api${version}`)}/slack?wait=false \n`,
          ),
        ).toBe(normal);
    expect(normalAddress('discord', `${discord}?wait=true&thread_id=42#x`)).toBe(`${normal}?thread_id=42`);
    expect(normalAddress('teams', ` ${flow.replaceAll('&', '&amp;')}`)).toBe(flow);
    expect(normalAddress('slack', ` ${slack}\n`)).toBe(slack);
    expect(normalAddress('webhook', 'https://example.com/in?a=1&amp;b')).toBe(
      'https://example.com/in?a=1&amp;b',
    );
  });
});
