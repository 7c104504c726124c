import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { ActionMenu, type MenuItem } from '#web/ui/ActionMenu.tsx';
import { Bookmark, ChevronDown } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import type { MissingFilterKind } from '#web/gql/graphql.ts';
import { formatList } from '#web/lib/format.ts';
import type { SavedView, SavedViews } from './useSavedViews.ts';

const NameDialog = lazyDialog(() => import('./ViewDialogs.tsx').then((m) => m.NameDialog));
const DeleteView = lazyDialog(() => import('./ViewDialogs.tsx').then((m) => m.DeleteView));

/** Shows and manages the saved views of Current Alerts. */
export function ViewMenu({ saved }: { saved: SavedViews }) {
  const { views = [], active, isChanged } = saved;
  const [openAt, setOpenAt] = useState<HTMLElement>();
  const [dialog, setDialog] = useState<'create' | { rename: SavedView } | { remove: SavedView }>();
  const close = () => setDialog(undefined);
  const words = active ? `${active.name}${isChanged ? ' (changed)' : ''}` : 'Views';
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="menu"
        aria-expanded={openAt !== undefined}
        aria-label={active ? `View: ${words}` : undefined}
        maxW="14rem"
        borderColor={active ? 'brand.border' : undefined}
        bg={active ? 'brand.subtle' : undefined}
        onClick={(event) => setOpenAt(event.currentTarget)}
      >
        <Bookmark size={16} strokeWidth={1.75} aria-hidden />
        <chakra.span truncate srOnly={active ? undefined : { base: true, sm: false }}>
          {words}
        </chakra.span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </Button>
      {openAt && (
        <ActionMenu
          label="Views"
          at={openAt}
          groups={[
            ...(views.length > 0 ? [{ heading: 'Views', items: choices(saved) }] : []),
            ...(active
              ? [
                  {
                    heading: active.name,
                    items: [
                      ...(isChanged
                        ? [
                            {
                              label: 'Save changes to view',
                              act: () => void act(saved.save(active), 'View saved'),
                            },
                          ]
                        : []),
                      active.isDefault
                        ? {
                            label: 'Remove as default view',
                            act: () =>
                              void act(
                                saved.setDefault(active, false),
                                'Current Alerts opens with all alerts',
                              ),
                          }
                        : {
                            label: 'Make default view',
                            act: () =>
                              void act(
                                saved.setDefault(active, true),
                                `Current Alerts opens with “${active.name}”`,
                              ),
                          },
                      { label: 'Rename…', act: () => setDialog({ rename: active }) },
                      { label: 'Delete view…', act: () => setDialog({ remove: active }) },
                    ],
                  },
                ]
              : []),
            { items: [{ label: 'Save as new view…', act: () => setDialog('create') }] },
          ]}
          onClose={() => setOpenAt(undefined)}
        />
      )}
      {dialog === 'create' && (
        <NameDialog
          title="Save view"
          description="Saves the current filters, search, groups and order for you in this team."
          submit="Save view"
          onSave={saved.create}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && 'rename' in dialog && (
        <NameDialog
          title="Rename view"
          name={dialog.rename.name}
          submit="Rename view"
          onSave={(name) => saved.rename(dialog.rename, name)}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <DeleteView view={dialog.remove} onDelete={() => saved.remove(dialog.remove)} onClose={close} />
      )}
    </>
  );
}

function choices({ views = [], active, show }: SavedViews): MenuItem[] {
  return [
    { label: 'All alerts', act: () => show(undefined) },
    ...views.map((view) => ({
      label: [view.name, view.isDefault && 'default', view.id === active?.id && 'current']
        .filter(Boolean)
        .join(' · '),
      act: () => show(view),
    })),
  ];
}

async function act(change: Promise<unknown>, done: string): Promise<void> {
  try {
    await change;
    toast({ title: done, type: 'success' });
  } catch (error) {
    toastFailure(error, {
      title: 'Saving the view failed',
      check: 'Reload the page to see whether the view was saved.',
    });
  }
}

const kindWords: Record<MissingFilterKind, string> = {
  customer: 'customer',
  site: 'site',
  controller: 'controller',
};

/** “customer “Acme””, or “a deleted customer” whose name isn't known. */
const missingWords = ({ kind, name }: SavedView['missing'][number]): string =>
  name ? `${kindWords[kind]} “${name}”` : `a deleted ${kindWords[kind]}`;

/** Says what the shown view filters by that no longer exists. Nothing is shown in its place. */
export function MissingFromView({ view }: { view: SavedView }) {
  if (view.missing.length === 0) return null;
  return (
    <chakra.div mb={4}>
      <Notice state="warning" title="Part of this view no longer exists">
        It filters by {formatList(view.missing.map(missingWords))}, so it shows no alerts for that. Change the
        filters and save the view, or delete it.
      </Notice>
    </chakra.div>
  );
}
