import { useMutation, useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useEffect, useState } from 'react';
import { ContentStateFields, ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { changedFields } from '#web/lib/changed-fields.ts';
import type { AdvancedSeoInput, CheckAdvancedSeoQuery, SiteScriptsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { CheckAdvancedSeo, HiddenSite } from './Robots.tsx';
import { SiteScriptsFields, Scripts, useMayChangeScripts } from './Scripts.tsx';
import {
  AdvancedSeoFields,
  advancedLabels,
  advancedLabels as labels,
  advancedRules,
  type AdvancedValues,
  shown,
} from './seo-form.ts';
import { type LineProblem, SourceField } from './SourceField.tsx';

const AdvancedSeoForm = graphql(`
  query AdvancedSeoForm {
    advancedSeo {
      ...AdvancedSeoFields
    }
    siteScripts {
      ...SiteScriptsFields
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

const SaveAdvancedSeo = graphql(`
  mutation SaveAdvancedSeo($input: AdvancedSeoInput!, $version: Int) {
    saveAdvancedSeo(input: $input, version: $version) {
      ...AdvancedSeoFields
    }
  }
`);

const part = 'advanced_seo';

/** Files, tags and rules of the public pages, validated while typing. */
export function AdvancedSeoPage() {
  const { data, error, refetch } = useQuery(AdvancedSeoForm, { fetchPolicy: 'cache-and-network' });
  const [save] = useMutation(SaveAdvancedSeo);
  const saved = data && shown(advancedLabels, readFragment(AdvancedSeoFields, data.advancedSeo));
  return (
    <>
      <PageHeader
        title="Advanced SEO"
        description="Set the files, tags and rules of your public pages. We check them as you type."
        action={
          <HistoryButton of="advanced SEO" {...{ part, labels: advancedLabels }} onReverted={refetch} />
        }
      />
      <Card p={{ base: 4, md: 6 }}>
        {!data && error && (
          <LoadFailed title="We couldn’t load the advanced SEO settings" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={8} />}
        {data && saved && (
          <ContentForm
            {...{ part, labels: advancedLabels, saved }}
            rules={advancedRules}
            reload={refetch}
            version={versionOf(readFragment(ContentStateFields, data.contentStates), part)}
            save={(input, version) => save({ variables: { input, version } })}
            success={{ title: 'Advanced SEO Settings Saved', type: 'success' }}
            failure={{ title: 'Save Failed', fallback: 'Could not save SEO settings. Please try again.' }}
          >
            <AdvancedFields saved={saved} scripts={readFragment(SiteScriptsFields, data.siteScripts)} />
          </ContentForm>
        )}
      </Card>
    </>
  );
}

/** The fields, each with the server's checks. */
function AdvancedFields({ saved, scripts }: { saved: AdvancedValues; scripts: SiteScriptsFieldsFragment }) {
  const mayChangeScripts = useMayChangeScripts();
  const { values } = useFormikContext<AdvancedValues>();
  const { check, problemsIn } = useCheck(values, saved);
  const source = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    problems: problemsIn(name),
    optional: true,
  });
  return (
    <>
      <Group legend="Redirects" about="Permanent redirects (301). Query strings are kept.">
        <SourceField
          {...source('redirectRules')}
          help={
            <>
              One per line: <Code>/old -&gt; /new</Code>. Use * as a wildcard:{' '}
              <Code>/blog/* -&gt; /news/*</Code>. Up to 10,000.{' '}
              {check && check.redirects > 0 && `${formatNumber(check.redirects)} valid.`}
            </>
          }
          placeholder="/old -> /new"
          rows={6}
        />
      </Group>
      <Group
        legend="Structured data"
        about="Your organization and packages, in a format that search engines read (schema.org)."
      >
        <SwitchField
          name="structuredDataEnabled"
          label="Add structured data to public pages"
          help="Generated from your site’s name, logo, social links and packages."
        />
        <SourceField
          {...source('customStructuredData')}
          help="Additional JSON-LD, with an @context."
          placeholder={'{ "@context": "https://schema.org", "@type": "FAQPage" }'}
          rows={6}
        />
        {check?.structuredData && (
          <Disclosure title="Show the generated data">
            <chakra.div mt={2}>
              <CodeBlock label="Structured data in public pages">{check.structuredData}</CodeBlock>
            </chakra.div>
          </Disclosure>
        )}
      </Group>
      <Group
        legend="Verification"
        about="Only the code, without its tag. It’s added to the head of every public page."
      >
        {(['searchConsoleVerification', 'bingVerification', 'yandexVerification'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            label={labels[name]}
            spellCheck={false}
            autoComplete="off"
            mono
            optional
          />
        ))}
      </Group>
      <Group
        legend="Scripts and tags"
        about="Applies to public pages only, not to the app. Only a super admin can change these, and every change is recorded in the audit log."
      >
        <Scripts scripts={scripts} />
        <SourceField
          {...source('analyticsCode')}
          help="Paste your analytics service’s script tags."
          rows={6}
          readOnly={!mayChangeScripts}
        />
        <SourceField
          {...source('customHeadTags')}
          help="meta, link and script tags for the head."
          rows={4}
          readOnly={!mayChangeScripts}
        />
      </Group>
      <Group legend="Files" about="Replace the files that are generated from the sitemap settings.">
        {check?.hidesSite && <HiddenSite />}
        <SourceField
          {...source('robotsTxt')}
          help="Served at /robots.txt. Leave blank to generate it."
          placeholder={check?.robotsTxt}
          rows={6}
        />
        <SourceField
          {...source('customSitemap')}
          help="XML, served at /sitemap.xml. Leave blank to generate it."
          rows={4}
        />
      </Group>
    </>
  );
}

const Group = (props: { legend: string; about: string; children: ReactNode }) => (
  <chakra.fieldset
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '15rem minmax(0, 1fr)' }}
    columnGap={8}
    rowGap={4}
    minW={0}
    css={{ '& + &': { borderTopWidth: '1px', pt: 6, mt: 2 } }}
  >
    <chakra.legend srOnly>{props.legend}</chakra.legend>
    <div>
      <SectionTitle>{props.legend}</SectionTitle>
      <Hint mt={1}>{props.about}</Hint>
    </div>
    <Stack minW={0} maxW="48rem" gap={5}>
      {props.children}
    </Stack>
  </chakra.fieldset>
);

const Code = ({ children }: { children: ReactNode }) => (
  <chakra.code fontFamily="mono" whiteSpace="nowrap">
    {children}
  </chakra.code>
);

/** Milliseconds without typing before the input is checked. */
const pause = 400;

type Check = CheckAdvancedSeoQuery['checkAdvancedSeo'];

/** The server's checks of the input while typing: problems by line, and a preview of the result. */
function useCheck(
  values: AdvancedValues,
  saved: AdvancedValues,
): { check: Check | undefined; problemsIn: (field: keyof AdvancedValues) => LineProblem[] } {
  const now = JSON.stringify(changedFields(saved, values));
  const [asked, setAsked] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), pause);
    return () => clearTimeout(timer);
  }, [now]);
  const input = JSON.parse(asked) as AdvancedSeoInput;
  const { data, previousData } = useQuery(CheckAdvancedSeo, {
    variables: { input },
    fetchPolicy: 'no-cache',
  });
  const isOfNow = asked === now && data !== undefined;
  return {
    check: (data ?? previousData)?.checkAdvancedSeo,
    // Hide the problems of an edited line until it has been checked again.
    problemsIn: (field) =>
      isOfNow ? data.checkAdvancedSeo.problems.filter((problem) => problem.field === field) : [],
  };
}
