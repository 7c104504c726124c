/** Where the address to copy is found, for whoever pasted something else. */
const howTo: Record<string, string> = {
  slack: 'In Slack, add an incoming webhook to the channel and paste its address.',
  teams:
    'In Teams, open Workflows, choose "Post to a channel when a webhook request is received" and paste the address that it gives.',
  discord: 'In Discord, open Edit Channel, Integrations, Webhooks, and choose Copy Webhook URL.',
};

const discordHost = /^(?:ptb\.|canary\.)?discord(?:app)?\.com$/;
const slackHost = /(?:^|\.)slack(?:-gov)?\.com$/;
const slackHook = /^hooks\.slack(?:-gov)?\.com$/;
/** Office 365 connectors: Microsoft ended them in 2026. */
const connectorHost = /(?:^|\.)webhook\.office\.com$|^outlook\.office(?:365)?\.com$/;
/** Where flows lived until November 2025. */
const formerFlowHost = /(?:^|\.)logic\.azure\.com$/;
const flowHost = /(?:^|\.)(?:powerplatform|logic\.azure|webhook\.office|powerautomate)\.com$/;

/**
 * What is wrong with an address for this kind of channel, in a sentence that says what to do; undefined where nothing
 * is known against it. Only addresses at the services' own hosts are judged: other hosts may speak the same format.
 * Whether an address may be called at all is not judged here.
 */
export function addressProblem(channel: string, given: string): string | undefined {
  const url = URL.parse(normalAddress(channel, given));
  if (!url) return undefined;
  const owner = ownerOf(url.hostname);
  if (owner && Object.hasOwn(howTo, channel) && owner.channel !== channel)
    return `This is an address of ${owner.name}. ${howTo[channel]}`;
  if (channel === 'slack') return slackProblem(url);
  if (channel === 'teams') return teamsProblem(url);
  if (channel === 'discord') return discordProblem(url);
  return undefined;
}

function ownerOf(host: string): { channel: string; name: string } | undefined {
  if (slackHost.test(host)) return { channel: 'slack', name: 'Slack' };
  if (discordHost.test(host)) return { channel: 'discord', name: 'Discord' };
  return connectorHost.test(host) || flowHost.test(host)
    ? { channel: 'teams', name: 'Microsoft Teams' }
    : undefined;
}

function slackProblem({ hostname, pathname }: URL): string | undefined {
  if (!slackHost.test(hostname)) return undefined;
  if (slackHook.test(hostname) && /^\/(?:triggers|workflows)\//.test(pathname))
    return `This starts a workflow, which takes no messages. ${howTo.slack}`;
  const isHook = slackHook.test(hostname) && /^\/services\/T\w+\/B\w+\/\w+$/.test(pathname);
  return isHook ? undefined : `This is not the whole address of a Slack webhook. ${howTo.slack}`;
}

function teamsProblem({ hostname, searchParams }: URL): string | undefined {
  if (connectorHost.test(hostname))
    return `Microsoft has ended this kind of address (Office 365 connectors). ${howTo.teams}`;
  if (formerFlowHost.test(hostname))
    return 'Addresses at logic.azure.com stopped working in November 2025. Open the flow in Workflows, copy its new address and paste it.';
  if (flowHost.test(hostname) && !searchParams.get('sig'))
    return 'The end of the address is missing: it carries a signature (sig=…). Copy the whole address from Workflows.';
  return undefined;
}

function discordProblem({ hostname, pathname }: URL): string | undefined {
  if (!discordHost.test(hostname) || discordPath.test(pathname)) return undefined;
  return `This is not the whole address of a Discord webhook. ${howTo.discord}`;
}

/** Also with the suffixes that make Discord take other services' formats. */
const discordPath = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)(?:\/(?:slack|github))?\/?$/;

/**
 * An address as it is called: without blanks around it, for Discord at its present host and version with nothing but
 * `thread_id`, for Teams without what a copy from a page did to its `&`. Anything else stays byte for byte: it is signed.
 */
export function normalAddress(channel: string, given: string): string {
  const address = given.trim();
  if (channel === 'teams') return address.replaceAll('&amp;', '&');
  const url = channel === 'discord' ? URL.parse(address) : null;
  const [, id, token] = discordPath.exec(url?.pathname ?? '') ?? [];
  if (!url || !id || !token) return address;
  if (discordHost.test(url.hostname)) url.hostname = 'discord.com';
  url.pathname = `/api/v10/webhooks/${id}/${token}`;
  const thread = url.searchParams.get('thread_id');
  url.search = thread ? new URLSearchParams({ thread_id: thread }).toString() : '';
  url.hash = '';
  return url.href;
}
