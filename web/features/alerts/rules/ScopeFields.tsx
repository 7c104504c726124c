import { Button, chakra, Stack } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormikContext } from 'formik';
import { useFormField } from '#web/ui/useFormField.ts';
import { Plus, X } from '#web/ui/icons.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { isAboutInternet } from '../alert-words.ts';
import type { RuleValues } from './rule-form.ts';
import { ScopeListField } from './ScopeListField.tsx';
import {
  type Exception,
  type ScopeListKind,
  scopeKindsFor,
  type ScopeLists,
  scopeListWords,
} from './scope-form.ts';

type Names = { names: ReadonlyMap<string, string> };

/** The most exceptions that a rule can have. */
const MOST = 10;

/** What the rule is limited to, and what it leaves out. */
export function ScopeFields({ names }: Names) {
  const scope = useFormField<ScopeLists>('scope');
  const exceptions = useFormField<readonly Exception[]>('exceptions');
  const set = (next: readonly Exception[]) => void exceptions.helpers.setValue(next);
  const all = exceptions.field.value;
  const { condition } = useFormikContext<RuleValues>().values;
  const [added, setAdded] = useState<number>();
  const add = () => {
    const key = Math.max(0, ...all.map((one) => one.key)) + 1;
    setAdded(key);
    set([...all, { key, lists: [] }]);
  };
  return (
    <>
      <Group legend="Limit to" error={scope.error}>
        {scope.field.value.length === 0 && (
          <Hint>The rule covers everything at the controller and site above. Limit it by:</Hint>
        )}
        {isAboutInternet(condition) && (
          <Hint>
            Internet lines aren’t devices. You can limit this rule by customer, tag or site, but not by device
            type, model or name.
          </Hint>
        )}
        <ScopeListsEditor
          of=""
          noun="limit"
          lists={scope.field.value}
          names={names}
          onChange={(lists) => void scope.helpers.setValue(lists)}
        />
      </Group>
      <Group legend="Except" error={exceptions.error}>
        {all.length === 0 && <Hint>Nothing is left out.</Hint>}
        {all.map(({ key, lists }, at) => (
          <ExceptionEditor
            key={key}
            at={at}
            isNew={key === added}
            lists={lists}
            names={names}
            onChange={(next) => set(all.map((one) => (one.key === key ? { key, lists: next } : one)))}
            onRemove={() => set(all.filter((one) => one.key !== key))}
          />
        ))}
        {all.length < MOST && <AddButton label="Add exception" onAdd={add} />}
      </Group>
    </>
  );
}

const Group = ({ legend, error, children }: { legend: string; error?: string; children: ReactNode }) => (
  <chakra.fieldset minW={0}>
    <chakra.legend textStyle="sm" fontWeight="medium" mb={1.5}>
      {legend}
    </chakra.legend>
    <Stack gap={3}>
      {children}
      {error && (
        <chakra.p role="alert" display="flex" alignItems="center" gap={1.5} textStyle="sm" color="fg.error">
          <StateIcon state="critical" size={10} />
          {error}
        </chakra.p>
      )}
    </Stack>
  </chakra.fieldset>
);

type EditorProps = Names & { lists: ScopeLists; onChange: (lists: ScopeLists) => void };

type ExceptionProps = EditorProps & { at: number; isNew: boolean; onRemove: () => void };

/** What one exception leaves out. A new one scrolls into view. */
function ExceptionEditor({ at, isNew, onRemove, ...editor }: ExceptionProps) {
  const name = `exception ${at + 1}`;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isNew]);
  return (
    <chakra.div
      ref={box}
      role="group"
      aria-label={`Exception ${at + 1}`}
      display="flex"
      flexDirection="column"
      gap={3}
      p={3}
      borderWidth="1px"
      borderRadius="surface"
    >
      <chakra.div display="flex" justifyContent="space-between" alignItems="center" gap={3}>
        <Hint>
          {editor.lists.length === 0 ? 'Choose what to leave out:' : 'Leave out what matches all of:'}
        </Hint>
        <Button variant="ghost" size="sm" me={-2} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </chakra.div>
      <ScopeListsEditor of={` of ${name}`} noun="condition" {...editor} />
    </chakra.div>
  );
}

/** A field for each list, and buttons that add one. A new field gets the focus. */
function ScopeListsEditor({ of, noun, lists, names, onChange }: EditorProps & { of: string; noun: string }) {
  const box = useRef<HTMLDivElement>(null);
  const added = useRef<ScopeListKind>(undefined);
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => {
    if (!added.current) return;
    box.current?.querySelector<HTMLElement>(`[data-list="${added.current}"] input`)?.focus();
    added.current = undefined;
  }, [lists]);
  const add = (kind: ScopeListKind) => {
    added.current = kind;
    setIsAdding(false);
    onChange([...lists, { kind, values: [] }]);
  };
  const { condition } = useFormikContext<RuleValues>().values;
  const free = scopeKindsFor(condition).filter((kind) => !lists.some((list) => list.kind === kind));
  return (
    <Stack ref={box} gap={3}>
      {lists.map(({ kind, values }) => (
        <chakra.div key={kind} data-list={kind} display="flex" alignItems="start" gap={1.5}>
          <chakra.div flex={1} minW={0}>
            <ScopeListField
              kind={kind}
              label={scopeListWords[kind]}
              value={values}
              names={names}
              onChange={(next) =>
                onChange(lists.map((one) => (one.kind === kind ? { kind, values: next } : one)))
              }
            />
          </chakra.div>
          <Tooltip content={`Remove ${noun}`}>
            <Button
              variant="ghost"
              size="sm"
              px={0}
              mt={6}
              aria-label={`Remove ${noun} ${scopeListWords[kind]}${of}`}
              onClick={() => onChange(lists.filter((one) => one.kind !== kind))}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          </Tooltip>
        </chakra.div>
      ))}
      {free.length > 0 && (lists.length === 0 || isAdding) && (
        <chakra.div role="group" aria-label={`Add a ${noun}${of}`} display="flex" flexWrap="wrap" gap={1.5}>
          {free.map((kind, at) => (
            <Button
              key={kind}
              variant="outline"
              size="sm"
              autoFocus={isAdding && at === 0}
              onClick={() => add(kind)}
            >
              {scopeListWords[kind]}
            </Button>
          ))}
        </chakra.div>
      )}
      {free.length > 0 && lists.length > 0 && !isAdding && (
        <AddButton label={`Add ${noun}`} of={of} onAdd={() => setIsAdding(true)} />
      )}
    </Stack>
  );
}

const AddButton = ({ label, of, onAdd }: { label: string; of?: string; onAdd: () => void }) => (
  <Button
    variant="ghost"
    size="sm"
    alignSelf="start"
    ms={-2}
    aria-label={`${label}${of ?? ''}`}
    onClick={onAdd}
  >
    <Plus size={16} strokeWidth={1.75} aria-hidden />
    {label}
  </Button>
);
