import { chakra } from '@chakra-ui/react';
import { Router } from 'lucide-react';
import { useRef, useState } from 'react';
import { matching } from '#web/features/controllers/controller-state.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FindField, MANY } from '#web/ui/FindField.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { ConfiguredController } from './ConfiguredController.tsx';
import { PartHeading } from './PartHeading.tsx';

const DeleteController = lazyDialog(() =>
  import('#web/features/controllers/DeleteControllerDialog.tsx').then((m) => m.DeleteControllerDialog),
);

type Props = {
  /** Undefined while they load. */
  controllers?: readonly ControllerFieldsFragment[];
  /** Id of the one in the form. */
  edited?: string;
  onEdit: (id: string) => void;
  onDeleted: () => void;
};

/** Every connected key, in the order of connecting. */
export function ConfiguredControllers({ controllers, edited, onEdit, onDeleted }: Props) {
  const [sought, setSought] = useState('');
  const [doomed, setDoomed] = useState<ControllerFieldsFragment>();
  const shown = matching(controllers ?? [], sought);
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(shown, { nouns: ['controller', 'controllers'], list });
  const find = (words: string) => {
    setSought(words);
    pages.startOver();
  };
  return (
    <>
      <PartHeading
        id="configured"
        title="Configured Controllers"
        action={
          controllers &&
          controllers.length > MANY && <FindField label="Find a controller" value={sought} onChange={find} />
        }
      />
      <chakra.div ref={list} borderWidth="1px" borderRadius="surface" bg="bg.panel" overflow="hidden">
        {!controllers && <SkeletonRows rows={3} />}
        {controllers?.length === 0 && (
          <EmptyState
            icon={<Router size={32} strokeWidth={1.5} aria-hidden />}
            title="No controllers configured"
          >
            Enter a name and an API key. The controller then appears here with its status and sites.
          </EmptyState>
        )}
        {controllers && controllers.length > 0 && shown.length === 0 && (
          <chakra.p px={4} py={8} textAlign="center" color="fg.muted" overflowWrap="anywhere">
            No controller or site is called “{sought.trim()}”.
          </chakra.p>
        )}
        <chakra.ul
          aria-labelledby="configured"
          listStyleType="none"
          css={{ '& > li + li': { borderTopWidth: '1px' } }}
        >
          {pages.rows.map((controller) => (
            <ConfiguredController
              key={controller.id}
              controller={controller}
              isEdited={controller.id === edited}
              onEdit={() => onEdit(controller.id)}
              onDelete={() => setDoomed(controller)}
            />
          ))}
        </chakra.ul>
      </chakra.div>
      {pages.pager}
      {doomed && (
        <DeleteController controller={doomed} onClose={() => setDoomed(undefined)} onDeleted={onDeleted} />
      )}
    </>
  );
}
