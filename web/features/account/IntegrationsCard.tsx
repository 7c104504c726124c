import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ControllerFields, Controllers } from '#web/features/controllers/controllers.gql.ts';
import { channelState } from '#web/features/notifications/delivery-words.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { Delayed } from '#web/ui/Loading.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { ApiTokenList } from './ApiTokenList.tsx';

const TeamPsa = graphql(`
  query TeamPsa {
    halopsaIntegration {
      id
      authServer
      problems
    }
  }
`);

export function IntegrationsCard() {
  return (
    <SettingsCard
      title="API Keys & Integrations"
      description="API tokens for your programs, and the services your team is connected to."
    >
      <ApiTokenList />
      <CardPart title="Integrations">
        <DividedList borderWidth="1px" borderRadius="control">
          <SiteManager />
          <Psa />
          <Slack />
        </DividedList>
      </CardPart>
    </SettingsCard>
  );
}

/** Connected while at least one key works. The text shows how many. */
function SiteManager() {
  const { data, error } = useQuery(Controllers);
  const all = (data && readFragment(ControllerFields, data.controllers)) ?? [];
  const online = all.filter(({ status }) => status === 'online').length;
  if (!data) return <NotKnown name="Site Manager API" failed={Boolean(error)} />;
  return (
    <Integration
      name="Site Manager API"
      state={online > 0 ? 'ok' : 'unknown'}
      word={online > 0 ? 'Connected' : 'Not connected'}
      verb={all.length === 0 ? 'Connect' : 'Manage'}
      view={all.length === 0 ? undefined : 'View'}
    >
      {all.length === 0
        ? 'No controllers added yet.'
        : `${online} of ${all.length === 1 ? '1 controller' : `${all.length} controllers`} online.`}
    </Integration>
  );
}

/** Connected once it is set up, as documented. Problems are shown as well. */
function Psa() {
  const { data, error } = useQuery(TeamPsa);
  if (!data) return <NotKnown name="PSA Integration" failed={Boolean(error)} />;
  const { authServer, problems = [] } = data.halopsaIntegration ?? {};
  const state = !authServer ? 'unknown' : problems.length > 0 ? 'warning' : 'ok';
  return (
    <Integration
      name="PSA Integration"
      state={state}
      word={authServer ? 'Connected' : 'Not configured'}
      to="/halopsa-setup"
      verb={authServer ? 'Manage' : 'Configure'}
      view={authServer && 'View'}
    >
      {problems[0] ?? 'Creates tickets for alerts.'}
    </Integration>
  );
}

const notConnected = { state: 'unknown', word: 'Not connected' } as const;

function Slack() {
  const { data, error } = useQuery(ChannelStates);
  const now = useNowAfter(data?.integrations.map(({ pausedUntil }) => pausedUntil) ?? []);
  if (!data) return <NotKnown name="Slack" failed={Boolean(error)} />;
  const slack = data.integrations.find(({ type, madeFrom }) => type === 'slack' && madeFrom == null);
  const { state, word } = channelState(slack, now);
  return (
    <Integration
      name="Slack"
      {...(slack ? { state, word: state === 'ok' ? 'Connected' : word } : notConnected)}
      to="/integrations?channel=slack#channels"
      verb={slack ? 'Manage' : 'Connect'}
      view={slack && 'View'}
    >
      {slack ? 'Receives the alerts your rules send to it.' : 'Sends alerts to a channel.'}
    </Integration>
  );
}

function NotKnown({ name, failed }: { name: string; failed: boolean }) {
  const word = failed ? 'Status unavailable' : 'Checking…';
  const row = <Integration name={name} state="unknown" word={word} />;
  return failed ? row : <Delayed>{row}</Delayed>;
}

/** `verb` labels the link for editors, `view` for viewers. */
type IntegrationProps = {
  name: string;
  state: State;
  word: string;
  to?: string;
  verb?: string;
  view?: string;
  children?: ReactNode;
};

function Integration({ name, state, word, to = '/integrations', verb, view, children }: IntegrationProps) {
  const does = useLooksOnly() ? view : verb;
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap={3}
      ps={3}
      pe={2}
      py={2.5}
    >
      <chakra.div minW={0}>
        <chakra.p fontWeight="medium">{name}</chakra.p>
        <Hint as="div" display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
          <StatusDot state={state} word={word} />
          {children}
        </Hint>
      </chakra.div>
      {does && (
        <Button asChild variant="outline" size="sm">
          <Link to={to} aria-label={`${does} ${name}`}>
            {does}
          </Link>
        </Button>
      )}
    </chakra.li>
  );
}
