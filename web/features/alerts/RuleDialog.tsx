import { useMutation } from '@apollo/client/react';
import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { AlertRules, CreateAlertRule, UpdateAlertRule } from './alerts.gql.ts';
import { RuleDialogFooter } from './RuleDialogFooter.tsx';
import { RuleFields } from './RuleFields.tsx';
import { toInput, toValues, type Rule, type RuleValues } from './rule-form.ts';

const rules = yupFor('AlertRuleInput');

type Props = { rule?: Rule; onClose: () => void };

/** Creates a rule, or edits the one it is given. What was typed is not lost by a slip: leaving asks. */
export function RuleDialog({ rule, onClose }: Props) {
  useReturnFocus();
  const [create] = useMutation(CreateAlertRule, { refetchQueries: [AlertRules], awaitRefetchQueries: true });
  const [update] = useMutation(UpdateAlertRule, { refetchQueries: [AlertRules], awaitRefetchQueries: true });
  const [leaving, setLeaving] = useState(false);
  const dirty = useRef(false);
  const leave = () => (dirty.current ? setLeaving(true) : onClose());

  const save = async (values: RuleValues) => {
    const input = toInput(values);
    await (rule ? update({ variables: { id: rule.id, input } }) : create({ variables: { input } }));
    onClose();
  };
  return (
    <Dialog.Root open size="lg" onOpenChange={({ open }) => !open && leave()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content css={{ '& > form': { flex: 1, minHeight: 0, gap: 0 } }}>
            <Dialog.Header>
              <Dialog.Title>{rule ? 'Edit Alert Rule' : 'Create Alert Rule'}</Dialog.Title>
            </Dialog.Header>
            <Form
              initial={toValues(rule)}
              rules={rules}
              onSubmit={save}
              success={{
                title: rule ? 'Alert rule updated successfully' : 'Alert rule created successfully',
                type: 'success',
              }}
              failure={{
                title: 'Error',
                fallback: rule ? 'Failed to update alert rule' : 'Failed to create alert rule',
              }}
            >
              <TellDirty tell={(is) => (dirty.current = is)} />
              <Dialog.Body>
                <RuleFields />
              </Dialog.Body>
              <RuleDialogFooter
                leaving={leaving}
                onStay={() => setLeaving(false)}
                onLeave={leave}
                onDiscard={onClose}
                submit={rule ? 'Save Rule' : 'Create Rule'}
              />
            </Form>
            <Dialog.CloseTrigger asChild>
              <Button variant="ghost" size="sm" px={0} aria-label="Close">
                <X size={18} strokeWidth={1.75} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function TellDirty({ tell }: { tell: (dirty: boolean) => void }) {
  tell(useFormikContext().dirty);
  return null;
}
