import { useMutation } from '@apollo/client/react';
import { Button, chakra, Spinner, Stack } from '@chakra-ui/react';
import { useCallback, useEffect, useId, useState } from 'react';
import type {
  ApplyConfigurationMutation,
  ConfigurationChangeFieldsFragment,
  ConfigurationChangeKind,
  ConfigurationSection,
  PreviewConfigurationMutation,
} from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { failureWords, outcomeOf, readServerError } from '#web/lib/server-errors.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { type Unmasked, unmasked } from '#web/lib/unmasked.ts';
import { DialogButtons, DialogDone, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { OneTimeSecretDialog } from '#web/ui/OneTimeSecretDialog.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';

export const ConfigurationChangeFields = graphql(`
  fragment ConfigurationChangeFields on ConfigurationChange {
    section
    kind
    name
    line
    fields {
      field
      before
      after
    }
  }
`);

const PreviewConfiguration = graphql(`
  mutation PreviewConfiguration($file: String!) {
    previewConfiguration(file: $file) {
      basedOn
      changes {
        ...ConfigurationChangeFields
      }
      unchanged
      problems {
        line
        message
      }
      toEnter
    }
  }
`);

const ApplyConfiguration = graphql(`
  mutation ApplyConfiguration($file: String!, $basedOn: String!) {
    applyConfiguration(file: $file, basedOn: $basedOn) {
      changes {
        ...ConfigurationChangeFields
      }
      toEnter
      signingSecret
    }
  }
`);

type Props = { file: { name: string; text: string }; onClose: () => void };

/** Previews a file's changes, and applies them. */
export function DifferenceDialog({ file, onClose }: Props) {
  const { difference, failure, refusal, isOutdated, applied, applying, look, apply } = useDifference(
    file.text,
  );
  if (applied?.signingSecret)
    return (
      <OneTimeSecretDialog
        title="Your signing secret"
        label="Signing secret"
        text={applied.signingSecret}
        what="the secret"
        help="The file set up a webhook. Use this secret in your receiver to verify signatures. We only show it once."
        onClose={onClose}
      />
    );
  if (applied)
    return (
      <FormDialog title="Configuration applied" size="lg" onClose={onClose}>
        <DialogFields>
          <Notice state="ok" title={`${inShort(applied.changes)}.`} />
          <ToEnter sentences={applied.toEnter} />
        </DialogFields>
        <DialogDone autoFocus />
      </FormDialog>
    );
  const words = failureWords(refusal, {
    title: outcomeOf(refusal) === 'refused' ? 'Nothing was changed' : 'The file may have been applied',
    check: 'Compare the file again to see what still has to change.',
  });
  const canApply = difference && difference.problems.length === 0 && difference.changes.length > 0;
  return (
    <FormDialog title={`What ${file.name} would change`} size="lg" onClose={onClose}>
      <DialogFields>
        {failure !== undefined && (
          <LoadFailed title="We couldn’t compare the file" error={failure} onRetry={look} />
        )}
        {!difference && failure === undefined && <SkeletonRows rows={4} />}
        {difference && <Shown difference={difference} />}
        {refusal !== undefined && (
          <Notice
            state="error"
            title={words.title}
            action={
              (isOutdated || outcomeOf(refusal) === 'unknown') && (
                <Button variant="outline" size="sm" onClick={() => void look()}>
                  Compare again
                </Button>
              )
            }
          >
            {words.description}
          </Notice>
        )}
      </DialogFields>
      {canApply ? (
        <DialogButtons>
          <Button
            aria-disabled={applying || isOutdated || undefined}
            onClick={() => !isOutdated && void apply()}
          >
            {applying && <Spinner size="sm" />}
            {applying ? 'Applying…' : 'Apply'}
          </Button>
        </DialogButtons>
      ) : (
        <DialogDone />
      )}
    </FormDialog>
  );
}

function Shown({ difference: { changes, problems, toEnter, unchanged } }: { difference: Difference }) {
  if (problems.length > 0)
    return (
      <>
        <Notice
          state="error"
          title={
            problems.length === 1 ? 'The file has a problem' : `The file has ${problems.length} problems`
          }
        >
          Fix all problems before you apply the file.
        </Notice>
        <Stack as="ul" aria-label="Problems" listStyleType="none" gap={2}>
          {problems.map(({ line, message }) => (
            <chakra.li key={`${line} ${message}`} overflowWrap="anywhere">
              {line !== null && line !== undefined && (
                <Hint as="span" fontFamily="mono" me={2}>
                  Line {line}
                </Hint>
              )}
              {message}
            </chakra.li>
          ))}
        </Stack>
      </>
    );
  if (changes.length === 0) return <Notice state="ok" title="The team already matches this file." />;
  return (
    <>
      <Muted>
        {inShort(changes)}. {unchanged === 1 ? '1 item is unchanged.' : `${unchanged} items are unchanged.`}
      </Muted>
      <ToEnter sentences={toEnter} />
      <ChangeList changes={changes} />
    </>
  );
}

/** Secrets, which no file contains. */
const ToEnter = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <Notice state="warning" title="Enter these afterwards">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );

/** The changes, by section and field. */
const ChangeList = ({ changes }: { changes: readonly Change[] }) =>
  bySection(changes).map(([section, list]) => (
    <Part key={section} title={sectionWords[section]} changes={list} />
  ));

function Part({ title, changes }: { title: string; changes: Change[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <chakra.h3 id={id} fontWeight="semibold" mb={2}>
        {title}
      </chakra.h3>
      <DividedList aria-labelledby={id} borderWidth="1px" borderRadius="control">
        {changes.map((change) => (
          <Row key={`${change.kind} ${change.name} ${change.line}`} change={change} />
        ))}
      </DividedList>
    </section>
  );
}

const looks = { added: 'state.ok', changed: 'fg', removed: 'state.critical' } as const;

const Row = ({ change: { kind, name, fields } }: { change: Change }) => (
  <chakra.li px={3} py={2.5} overflowWrap="anywhere">
    <chakra.p>
      <chakra.span fontWeight="medium" color={looks[kind]} me={2} whiteSpace="nowrap">
        <span aria-hidden>{kindSigns[kind]}</span> {kindWords[kind]}
      </chakra.span>
      {name}
    </chakra.p>
    {fields.length > 0 && (
      <chakra.dl mt={1} textStyle="sm" display="flex" flexDirection="column" gap={0.5}>
        {fields.map(({ field, before, after }) => (
          <chakra.div key={field} display="flex" flexWrap="wrap" columnGap={2}>
            <chakra.dt fontFamily="mono" color="fg.muted">
              {field}
            </chakra.dt>
            <chakra.dd>
              {kind === 'changed' && (
                <>
                  <chakra.del color="fg.muted">{before ?? 'nothing'}</chakra.del> <span aria-hidden>→ </span>
                </>
              )}
              <chakra.ins textDecoration="none">{after ?? 'nothing'}</chakra.ins>
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    )}
  </chakra.li>
);

type Change = ConfigurationChangeFieldsFragment;

/** The sections of a file. */
const sectionWords: Record<ConfigurationSection, string> = {
  team: 'Team',
  rules: 'Alert rules',
  channels: 'Channels',
  maintenanceWindows: 'Maintenance windows',
};

const kindWords: Record<ConfigurationChangeKind, string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
};

/** The sign of each change, as in a text diff. */
const kindSigns: Record<ConfigurationChangeKind, string> = { added: '+', changed: '~', removed: '−' };

/** "2 added, 1 changed, 3 removed", without zeros. */
function inShort(changes: readonly Pick<Change, 'kind'>[]): string {
  const counted = (['added', 'changed', 'removed'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count > 0 ? [`${count} ${kind}`] : [];
  });
  return counted.join(', ') || 'Nothing changed';
}

/** The changes grouped by section, in the file's order. */
function bySection(changes: readonly Change[]): [ConfigurationSection, Change[]][] {
  const sections = [...new Set(changes.map(({ section }) => section))];
  return sections.map((section) => [section, changes.filter((change) => change.section === section)]);
}

type Difference = Unmasked<PreviewConfigurationMutation['previewConfiguration']>;

type Applied = Unmasked<ApplyConfigurationMutation['applyConfiguration']>;

/** Loads a file's changes, and applies them. */
function useDifference(file: string) {
  const [ask, { data, error: failure, loading, reset }] = useMutation(PreviewConfiguration);
  const [run, { loading: applying }] = useMutation(ApplyConfiguration, {
    // Any cached list may have changed.
    update: (cache) =>
      ['alertRules', 'integrations', 'maintenanceWindows', 'myTeams'].forEach((fieldName) =>
        cache.evict({ fieldName }),
      ),
    refetchQueries: 'active',
  });
  const difference = loading ? undefined : unmasked(data?.previewConfiguration);
  const [refusal, setRefusal] = useState<unknown>();
  const [applied, setApplied] = useState<Applied>();

  // The mutation's state holds the failure.
  const compare = useCallback(
    () => withSessionCheck(ask({ variables: { file } })).catch(() => undefined),
    [ask, file],
  );
  useEffect(() => void compare(), [compare]);

  const look = () => {
    reset();
    setRefusal(undefined);
    return compare();
  };

  const apply = async () => {
    if (!difference || applying) return;
    setRefusal(undefined);
    try {
      const { data } = await withSessionCheck(run({ variables: { file, basedOn: difference.basedOn } }));
      setApplied(unmasked(data?.applyConfiguration));
    } catch (error) {
      setRefusal(error);
    }
  };
  /** Someone else saved first, so the preview is out of date. */
  const isOutdated = readServerError(refusal).code === 'CONFLICT';
  return { difference, failure, refusal, isOutdated, applied, applying, look, apply };
}
