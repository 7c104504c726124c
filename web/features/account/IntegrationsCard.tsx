import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { AfterPatience } from '#web/ui/Loading.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import type { State } from '#web/ui/StateShape.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { ApiTokenList } from './ApiTokenList.tsx';

/** What acts for this person, and what the team is connected to. */
export function IntegrationsCard() {
  return (
    <SettingsCard
      title="API Keys & Integrations"
      description="Keys for your own programs, and what your team is connected to."
    >
      <ApiTokenList />
      <CardPart title="Integrations">
        <chakra.ul
          listStyleType="none"
          borderWidth="1px"
          borderRadius="control"
          css={{ '& > li + li': { borderTopWidth: '1px' } }}
        >
          <SiteManager />
          <Integration name="PSA Integration" state="unknown" word="Not configured" verb="Configure">
            Opens tickets for alerts.
          </Integration>
          <Integration name="Slack" state="unknown" word="Not connected" verb="Connect">
            Sends alerts to a channel.
          </Integration>
        </chakra.ul>
      </CardPart>
    </SettingsCard>
  );
}

/** Connected while at least one key is good for something: the rest is told in figures. */
function SiteManager() {
  const { data, error } = useQuery(Controllers);
  const all = data?.controllers ?? [];
  const online = all.filter(({ status }) => status === 'online').length;
  if (!data) {
    const word = error ? 'Not known at the moment' : 'Looking…';
    const row = <Integration name="Site Manager API" state="unknown" word={word} />;
    return error ? row : <AfterPatience>{row}</AfterPatience>;
  }
  return (
    <Integration
      name="Site Manager API"
      state={online > 0 ? 'ok' : 'unknown'}
      word={online > 0 ? 'Connected' : 'Not connected'}
      verb={all.length === 0 ? 'Connect' : 'Manage'}
      view={all.length === 0 ? undefined : 'View'}
    >
      {all.length === 0
        ? 'No controller has been added yet.'
        : `${online} of ${all.length === 1 ? '1 controller' : `${all.length} controllers`} online.`}
    </Integration>
  );
}

/** `verb` is what others do there, `view` what a viewer does. */
type IntegrationProps = {
  name: string;
  state: State;
  word: string;
  verb?: string;
  view?: string;
  children?: ReactNode;
};

function Integration({ name, state, word, verb, view, children }: IntegrationProps) {
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
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap={3}
          textStyle="sm"
          color="fg.muted"
        >
          <StatusDot state={state} word={word} />
          {children}
        </chakra.div>
      </chakra.div>
      {does && (
        <Button asChild variant="outline" size="sm">
          <Link to="/integrations" aria-label={`${does} ${name}`}>
            {does}
          </Link>
        </Button>
      )}
    </chakra.li>
  );
}
