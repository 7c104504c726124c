import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import type { PreviewSecuritySettingsQuery } from '#web/gql/graphql.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';

type Props = {
  preview: PreviewSecuritySettingsQuery['previewSecuritySettings'];
  decide: (agreed: boolean) => void;
};

/** What a policy would do, before it does. What would shut its author out cannot be confirmed. */
export function PreviewDialog({ preview: { effects, blocked, affectedPeople }, decide }: Props) {
  useReturnFocus();
  return (
    <Dialog.Root
      role="alertdialog"
      size="sm"
      open
      onOpenChange={({ open }) => !open && decide(false)}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{blocked ? 'This cannot be saved' : 'Save the security policy?'}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description asChild>
                <chakra.div display="flex" flexDirection="column" gap={3}>
                  {blocked && <Notice state="error">{blocked}</Notice>}
                  {!blocked && <Effects effects={effects} />}
                  {!blocked && <chakra.p color="fg.muted">{noticing(affectedPeople)}</chakra.p>}
                </chakra.div>
              </Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={() => decide(false)} autoFocus>
                {blocked ? 'Back to the form' : 'Cancel'}
              </Button>
              {!blocked && <Button onClick={() => decide(true)}>Save policy</Button>}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

const Effects = ({ effects }: { effects: readonly string[] }) => (
  <chakra.ul ps={4} listStyleType="disc" color="fg" display="flex" flexDirection="column" gap={1.5}>
    {effects.map((effect) => (
      <chakra.li key={effect} overflowWrap="anywhere">
        {effect}
      </chakra.li>
    ))}
  </chakra.ul>
);

function noticing(people: number): string {
  if (people === 0) return 'No one would notice immediately.';
  return people === 1
    ? '1 person would notice immediately.'
    : `${people.toLocaleString()} people would notice immediately.`;
}
