import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useRef, useState } from 'react';
import type { AlertCondition, PreviewRuleQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatCount, formatList, formatNumber } from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { useSettled } from '#web/lib/useSettled.ts';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { useLoadMore } from '#web/ui/useLoadMore.ts';
import { capitalize } from '#web/lib/sentence.ts';
import { isAboutInternet, roleWords } from '../alert-words.ts';
import { placeInput, type RuleValues } from './rule-form.ts';

export const PreviewRule = graphql(`
  query PreviewRule($input: AlertRuleChanges!) {
    previewRule(input: $input, first: 0) {
      covers
      siteCount
      deviceCount
      roles {
        role
        deviceCount
      }
      customers {
        customer {
          id
          name
        }
        siteCount
        deviceCount
      }
      customerCount
      leftOut
      withoutModel
      unmonitored
      troubled
      offlineSites
    }
  }
`);

export const CoveredDevices = graphql(`
  query CoveredDevices($input: AlertRuleChanges!, $after: ID) {
    previewRule(input: $input, first: 50, after: $after) {
      deviceCount
      devices {
        id
        name
        model
        state
        siteName
      }
    }
  }
`);

/** Pause after the last change before the preview follows, in milliseconds. */
const PAUSE = 400;

/** What the rule in the form would cover now. */
export function RulePreview() {
  const { values } = useFormikContext<RuleValues>();
  const { input, numbers } = useSettled(coveredBy(values), PAUSE);
  const { data, previousData, error, loading } = useQuery(PreviewRule, {
    variables: { input },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.previewRule;
  if (error && !data) {
    return (
      <Notice state="warning" title="We can’t say what this rule covers">
        {sentenceOf(error, 'The server did not answer.')}
      </Notice>
    );
  }
  if (!shown) return <Hint role="status">Looking up what this rule covers…</Hint>;
  const isNothing = shown.siteCount === 0;
  const isOfDevices = !isAboutInternet(values.condition);
  const facts = isOfDevices ? factsOf(shown, values.condition, numbers) : [];
  const hasDetails = isOfDevices && (facts.length > 0 || shown.deviceCount > 0);
  return (
    <chakra.section aria-label="Preview" aria-busy={loading || undefined} display="contents">
      {hasDetails && (
        <chakra.div borderWidth="1px" borderTopRadius="surface" bg="bg.subtle" px={3.5} py={2.5}>
          <Stack as="ul" gap={0.5} listStyleType="none">
            {facts.map((fact) => (
              <Hint key={fact} as="li" overflowWrap="anywhere">
                {fact}
              </Hint>
            ))}
          </Stack>
          {shown.deviceCount > 0 && <DeviceList input={input} />}
        </chakra.div>
      )}
      {/* It stays in sight, above the buttons, while people choose further up. */}
      <chakra.p
        role="status"
        position="sticky"
        bottom={-3}
        zIndex={1}
        mt={hasDetails ? 'calc(-1rem - 1px)' : 0}
        borderWidth="1px"
        borderBottomRadius="surface"
        borderTopRadius={hasDetails ? 0 : 'surface'}
        bg="bg.subtle"
        px={3.5}
        py={2.5}
        fontWeight="medium"
        display="flex"
        alignItems="baseline"
        gap={2}
      >
        {isNothing && (
          <chakra.span color="state.warning">
            <StateIcon state="warning" size={12} />
          </chakra.span>
        )}
        <span>{isNothing ? 'This rule covers nothing now' : coveredWords(shown, values.condition)}</span>
      </chakra.p>
    </chakra.section>
  );
}

/** What is previewed, and the numbers of its exceptions: those that name nothing yet leave nothing out. */
function coveredBy(values: RuleValues) {
  const filled = values.exceptions.map(({ lists }) => lists.some((list) => list.values.length > 0));
  return {
    input: placeInput({ ...values, exceptions: values.exceptions.filter((_, at) => filled[at]) }),
    numbers: filled.flatMap((isFilled, at) => (isFilled ? [at + 1] : [])),
  };
}

type Preview = PreviewRuleQuery['previewRule'];

const parts: Partial<Record<AlertCondition | '', string>> = {
  port_down: 'the ports of ',
  client_disconnect: 'the clients of ',
};

/** “This rule covers 214 devices at 38 sites”, “This rule covers the internet lines of 38 sites” */
const coveredWords = ({ deviceCount, siteCount }: Preview, condition: AlertCondition | '') =>
  isAboutInternet(condition)
    ? `This rule covers the internet lines of ${formatCount(siteCount, 'site')}`
    : `This rule covers ${parts[condition] ?? ''}${formatCount(deviceCount, 'device')} at ${formatCount(siteCount, 'site')}`;

/** What is behind the numbers, a sentence each. */
function factsOf(preview: Preview, condition: AlertCondition | '', numbers: readonly number[]): string[] {
  const { roles, customers, customerCount, leftOut, withoutModel, unmonitored, troubled, offlineSites } =
    preview;
  const named = customers.flatMap(({ customer, deviceCount }) =>
    customer ? [`${customer.name} (${formatNumber(deviceCount)})`] : [],
  );
  const unnamed = customerCount - named.length;
  const unassigned = customers.find(({ customer }) => !customer);
  const byException = leftOut.map(
    (count, at) => `exception ${numbers[at] ?? at + 1} leaves out ${formatCount(count, 'device')}`,
  );
  const down = [
    ...(troubled ? [`${formatCount(troubled, 'device')} down or impaired`] : []),
    ...(offlineSites ? [formatCount(offlineSites, 'console offline', 'consoles offline')] : []),
  ];
  return [
    roles.length > 1 &&
      `By type: ${formatList(roles.map((one) => `${roleWords[one.role].toLowerCase()} (${formatNumber(one.deviceCount)})`))}.`,
    customers.length > 1 &&
      `By customer: ${formatList([
        ...named,
        ...(unnamed > 0 ? [`${formatNumber(unnamed)} more`] : []),
        ...(unassigned ? [`without a customer (${formatNumber(unassigned.deviceCount)})`] : []),
      ])}.`,
    byException.length > 0 && `${capitalize(formatList(byException))}.`,
    withoutModel > 0 &&
      `${formatCount(withoutModel, 'device')} ${withoutModel === 1 ? 'is' : 'are'} not covered, because UniFi reports no model.`,
    unmonitored > 0 &&
      `${formatCount(unmonitored, 'device')} in scope ${unmonitored === 1 ? 'isn’t' : 'aren’t'} monitored: your package’s limit is reached.`,
    down.length > 0 && `Now: ${formatList(down)}. If that lasts, the rule raises alerts.`,
    condition !== '' &&
      troubled === null &&
      preview.deviceCount > 0 &&
      'Which of them meet the condition can’t be known before the next poll.',
  ].filter((fact) => fact !== false);
}

/** The devices, once someone opens the list. */
function DeviceList({ input }: { input: ReturnType<typeof placeInput> }) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { data, error, fetchMore } = useQuery(CoveredDevices, {
    variables: { input, after: null },
    skip: !isOpen,
  });
  const { deviceCount = 0, devices = [] } = data?.previewRule ?? {};
  const { loadMore, loadingMore } = useLoadMore('devices', () =>
    fetchMore({
      variables: { after: devices.at(-1)?.id },
      updateQuery: (before, { fetchMoreResult: { previewRule: next } }) => ({
        previewRule: { ...next, devices: [...before.previewRule.devices, ...next.devices] },
      }),
    }),
  );
  return (
    <chakra.div mt={2}>
      <Disclosure title="Show the devices" onToggle={setIsOpen}>
        {error && !data && <Hint mt={1.5}>{sentenceOf(error, 'We couldn’t load the devices.')}</Hint>}
        {isOpen && !data && !error && <Hint mt={1.5}>Loading…</Hint>}
        <Stack as="ul" ref={list} gap={0} mt={1.5} maxH={64} overflowY="auto" listStyleType="none">
          {devices.map(({ id, name, model, siteName }) => (
            <chakra.li key={id} display="flex" justifyContent="space-between" gap={3} py={1} textStyle="sm">
              <chakra.span minW={0} overflowWrap="anywhere">
                {name}
              </chakra.span>
              <chakra.span color="fg.muted" textAlign="end" minW={0} overflowWrap="anywhere">
                {[model ?? 'Unknown model', siteName].join(', ')}
              </chakra.span>
            </chakra.li>
          ))}
        </Stack>
        <LoadMore
          mt={2}
          list={list}
          loading={loadingMore}
          more={devices.length < deviceCount ? loadMore : undefined}
        />
      </Disclosure>
    </chakra.div>
  );
}
