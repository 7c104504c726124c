import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useEffect, useState } from 'react';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { changedFields } from '#web/features/revisions/differences.ts';
import type { AdvancedSeoInput, CheckAdvancedSeoQuery, SiteScriptsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Source } from '#web/ui/Source.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Unfold } from '#web/ui/Unfold.tsx';
import { CheckAdvancedSeo, HiddenSite } from './Robots.tsx';
import { Scripts, useMayChangeScripts } from './Scripts.tsx';
import {
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

/** Files, tags and rules of the public pages, each looked at before it is saved. */
export function AdvancedSeoPage() {
  const { data, error, refetch } = useQuery(AdvancedSeoForm, { fetchPolicy: 'cache-and-network' });
  const [save] = useMutation(SaveAdvancedSeo);
  const saved = data && shown(advancedLabels, data.advancedSeo);
  return (
    <>
      <PageHeader
        title="Advanced SEO"
        description="Files, tags and rules of the public pages. What you type is checked while you type."
        action={
          <HistoryButton of="advanced SEO" {...{ part, labels: advancedLabels }} onReverted={refetch} />
        }
      />
      <chakra.div p={{ base: 4, md: 6 }} borderWidth="1px" borderRadius="surface" bg="bg.panel">
        {!data && error && (
          <LoadFailed title="Advanced SEO could not be loaded" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={8} />}
        {data && saved && (
          <ContentForm<AdvancedValues>
            {...{ part, labels: advancedLabels, saved }}
            rules={advancedRules}
            reload={refetch}
            version={versionOf(data.contentStates, part)}
            save={(input, version) => save({ variables: { input, version } })}
            success={{ title: 'Advanced SEO Settings Saved', type: 'success' }}
            failure={{ title: 'Save Failed', fallback: 'Could not save SEO settings. Please try again.' }}
          >
            <AdvancedFields saved={saved} scripts={data.siteScripts} />
          </ContentForm>
        )}
      </chakra.div>
    </>
  );
}

/** The fields, each with what the server says of it. */
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
      <Group legend="Redirects" about="An address that is gone leads on for good (301), with its query.">
        <SourceField
          {...source('redirectRules')}
          help={
            <>
              One per line: <Code>/old -&gt; /new</Code>. A * stands for anything:{' '}
              <Code>/blog/* -&gt; /news/*</Code>. At most 10,000.{' '}
              {check && check.redirects > 0 && `${check.redirects.toLocaleString('en')} understood.`}
            </>
          }
          placeholder="/old -> /new"
          rows={6}
        />
      </Group>
      <Group
        legend="Structured data"
        about="Who you are and what you sell, in words for machines (schema.org)."
      >
        <SwitchField
          name="structuredDataEnabled"
          label="Put structured data into public pages"
          help="Made from the site's name, logo, social links and packages."
        />
        <SourceField
          {...source('customStructuredData')}
          help="JSON that stands beside it, with an @context."
          placeholder={'{ "@context": "https://schema.org", "@type": "FAQPage" }'}
          rows={6}
        />
        {check?.structuredData && (
          <Unfold title="Show what stands in pages">
            <chakra.div mt={2}>
              <Source label="Structured data in public pages">{check.structuredData}</Source>
            </chakra.div>
          </Unfold>
        )}
      </Group>
      <Group
        legend="Verification"
        about="The code alone, not the tag around it. It stands in the head of every public page."
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
        about="On public pages only, never in the app. Only a super administrator can change them, and the audit log keeps each change."
      >
        <Scripts scripts={scripts} />
        <SourceField
          {...source('analyticsCode')}
          help="The script tags of your analytics service, as it gives them to you."
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
      <Group legend="Files" about="In place of the ones that are made from the settings of the sitemap.">
        {check?.hidesSite && <HiddenSite />}
        <SourceField
          {...source('robotsTxt')}
          help="Served at /robots.txt. Left empty, it is made for you."
          placeholder={check?.robotsTxt}
          rows={6}
        />
        <SourceField
          {...source('customSitemap')}
          help="XML, served at /sitemap.xml. Left empty, the generated sitemap is served."
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
      <chakra.h2 textStyle="lg" fontWeight="semibold">
        {props.legend}
      </chakra.h2>
      <chakra.p mt={1} textStyle="sm" color="fg.muted">
        {props.about}
      </chakra.p>
    </div>
    <chakra.div minW={0} maxW="48rem" display="flex" flexDirection="column" gap={5}>
      {props.children}
    </chakra.div>
  </chakra.fieldset>
);

const Code = ({ children }: { children: ReactNode }) => (
  <chakra.code fontFamily="mono" whiteSpace="nowrap">
    {children}
  </chakra.code>
);

/** Milliseconds without a key before what was typed is looked at. */
const pause = 400;

type Check = CheckAdvancedSeoQuery['checkAdvancedSeo'];

/** What the server says of what was typed, while it is typed: what is wrong in which line, and what would be served. */
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
    // A line that is being mended is not called wrong until it was looked at again.
    problemsIn: (field) =>
      isOfNow ? data.checkAdvancedSeo.problems.filter((problem) => problem.field === field) : [],
  };
}
