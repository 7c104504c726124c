import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { AlertsOfController } from './AlertsOfController.tsx';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { LastRead } from '#web/features/controllers/LastRead.tsx';
import { stateOf, statusOf } from '#web/features/controllers/controller-state.ts';
import { useControllerActions } from '#web/features/controllers/useControllerActions.ts';
import { ControllerMetrics } from '#web/features/metrics/ControllerMetrics.tsx';
import { PushCard } from '#web/features/push/PushCard.tsx';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { ControllerDevices } from './ControllerDevices.tsx';
import { ControllerFacts } from './ControllerFacts.tsx';
import { NotEvaluatedNote } from '#web/features/alerts/NotEvaluatedNote.tsx';
import { RulesOfController } from './RulesOfController.tsx';
import { useNotEvaluatedOn } from '#web/features/alerts/useNotEvaluated.ts';

const DeleteController = lazyDialog(() =>
  import('#web/features/controllers/DeleteController.tsx').then((m) => m.DeleteController),
);

/** One controller: how it stands, what is wrong on it, its devices, the rules that look at it, and what it pushes. */
export function ControllerPage() {
  const { id } = useParams();
  const { data, error, refetch } = useQuery(Controllers, { fetchPolicy: 'cache-and-network' });
  const controller = data?.controllers.find((one) => one.id === id);
  if (controller) return <OneController key={id} controller={controller} />;
  return (
    <>
      <PageHeader title="Controller" />
      {data && <NoSuchController />}
      {!data && error && (
        <LoadFailed title="The controller could not be loaded" error={error} onRetry={refetch} />
      )}
      {!data && !error && (
        <AfterPatience>
          <LoadingSpinner />
        </AfterPatience>
      )}
    </>
  );
}

function OneController({ controller }: { controller: ControllerFieldsFragment }) {
  const { id, name, lastSync } = controller;
  const [isDoomed, setDoomed] = useState(false);
  const navigate = useNavigate();
  const actions = useControllerActions(controller, () => setDoomed(true));
  const looksOnly = useLooksOnly();
  const notEvaluated = useNotEvaluatedOn(id);
  return (
    <>
      <PageHeader
        title={name}
        description={
          <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
            <StatusDot {...stateOf[statusOf(controller)]} />
            <span>
              <LastRead at={lastSync} />
            </span>
          </chakra.span>
        }
        action={!looksOnly && <RowActions of={name} actions={actions} />}
      />
      <chakra.div display="flex" flexDirection="column" gap={6}>
        <ControllerFacts controller={controller} />
        <NotEvaluatedNote gaps={notEvaluated} />
        <AlertsOfController controller={controller} />
        <ControllerMetrics controllerId={id} />
        <ControllerDevices controller={controller} />
        <RulesOfController controller={controller} />
        <PushCard controllerId={id} />
      </chakra.div>
      {isDoomed && (
        <DeleteController
          controller={controller}
          onClose={() => setDoomed(false)}
          onDeleted={() => void navigate('/controllers')}
        />
      )}
    </>
  );
}

const NoSuchController = () => (
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
      title="No such controller"
      action={
        <Button asChild>
          <Link to="/controllers">See your controllers</Link>
        </Button>
      }
    >
      It is not one of this team, or it was deleted.
    </EmptyState>
  </chakra.div>
);
