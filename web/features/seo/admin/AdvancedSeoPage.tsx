import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AdvancedSeoForm, SaveAdvancedSeo } from '../seo.gql.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { advancedLabels, advancedRules, shown, type AdvancedValues } from './seo-form.ts';

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
