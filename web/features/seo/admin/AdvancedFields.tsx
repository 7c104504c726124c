import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { SiteScriptsFieldsFragment } from '#web/gql/graphql.ts';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Unfold } from '#web/ui/Unfold.tsx';
import { HiddenSite } from './Robots.tsx';
import { Scripts, useMayChangeScripts } from './Scripts.tsx';
import { advancedLabels as labels, type AdvancedValues } from './seo-form.ts';
import { Source } from '#web/ui/Source.tsx';
import { SourceField } from './SourceField.tsx';
import { useCheck } from './useCheck.ts';

/** The fields, each with what the server says of it. */
export function AdvancedFields({
  saved,
  scripts,
}: {
  saved: AdvancedValues;
  scripts: SiteScriptsFieldsFragment;
}) {
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
