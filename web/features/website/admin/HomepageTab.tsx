import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { FinalCall } from '#web/features/home/FinalCall.tsx';
import { Hero } from '#web/features/home/Hero.tsx';
import { StatsRow } from '#web/features/home/StatsRow.tsx';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { HomepageFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { LinesField } from '#web/ui/LinesField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import {
  type Content,
  homepageLabels,
  homepageRules,
  type TabProps,
  withoutTypename,
} from './website-form.ts';

const SaveHomepage = graphql(`
  mutation SaveHomepage($input: HomepageInput!, $version: Int) {
    saveHomepage(input: $input, version: $version) {
      heroTitle
    }
  }
`);

type Name = keyof Unmasked<HomepageFieldsFragment>;

export function HomepageTab({ content, reload }: TabProps) {
  const [save] = useMutation(SaveHomepage);
  return (
    <TabLayout
      title="Homepage"
      description="The texts of the home page. The sections between them come with the product."
      action={<HistoryButton part="homepage" of="the homepage" labels={homepageLabels} onReverted={reload} />}
    >
      <ContentForm
        part="homepage"
        saved={withoutTypename(content.homepage)}
        version={versionOf(content.contentStates, 'homepage')}
        rules={homepageRules}
        save={(input, version) => save({ variables: { input, version } })}
        reload={reload}
        labels={homepageLabels}
        success={{ title: 'Success', description: 'Homepage content updated successfully', type: 'success' }}
        failure={{ title: 'Update failed', fallback: 'Failed to update homepage content' }}
        beside={<Preview content={content} />}
      >
        <FieldGroup legend="Hero">
          <Line name="heroTitle" />
          <TextAreaField name="heroSubtitle" label={homepageLabels.heroSubtitle} optional rows={4} />
          <Line name="heroCtaPrimary" optional help="Links to the packages." />
          <Line name="heroCtaSecondary" optional help="Opens the demo." />
          <Promises name="heroFeatures" />
        </FieldGroup>
        <FieldGroup legend="Figures">
          <Pair count="statsUsersCount" label="statsUsersLabel" />
          <Pair count="statsAlertsCount" label="statsAlertsLabel" />
          <Pair count="statsUptimeCount" label="statsUptimeLabel" />
        </FieldGroup>
        <FieldGroup legend="Closing section">
          <Line name="finalCtaTitle" optional />
          <TextAreaField name="finalCtaSubtitle" label={homepageLabels.finalCtaSubtitle} optional rows={3} />
          <Line name="finalCtaPrimary" optional help="Links to the packages." />
          <Line name="finalCtaSecondary" optional help="Links to the contact form." />
          <Promises name="finalCtaFeatures" />
        </FieldGroup>
      </ContentForm>
    </TabLayout>
  );
}

const Line = ({ name, ...rest }: { name: Name; optional?: boolean; help?: string }) => (
  <TextField name={name} label={homepageLabels[name]} autoComplete="off" {...rest} />
);

const Promises = ({ name }: { name: Name }) => (
  <LinesField name={name} label={homepageLabels[name]} optional help="One per line, up to 6." rows={3} />
);

const Pair = ({ count, label }: { count: Name; label: Name }) => (
  <chakra.div display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" alignItems="end" gap={3}>
    <Line name={count} optional />
    <Line name={label} optional />
  </chakra.div>
);

function Preview({ content }: { content: Content }) {
  const { values } = useFormikContext<HomepageFieldsFragment>();
  const words = {
    ...values,
    heroFeatures: values.heroFeatures.filter((line) => line.trim()),
    finalCtaFeatures: values.finalCtaFeatures.filter((line) => line.trim()),
  };
  return (
    <SitePreview content={content} without="footer">
      <Hero {...words} />
      <StatsRow
        stats={[
          { count: words.statsUsersCount, label: words.statsUsersLabel },
          { count: words.statsAlertsCount, label: words.statsAlertsLabel },
          { count: words.statsUptimeCount, label: words.statsUptimeLabel },
        ]}
      />
      <FinalCall {...words} />
    </SitePreview>
  );
}
