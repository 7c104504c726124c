import { useMutation } from '@apollo/client/react';
import { useFormikContext } from 'formik';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { FooterFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import { type Content, footerLabels, footerRules, type TabProps, withoutTypename } from './website-form.ts';

const SaveFooter = graphql(`
  mutation SaveFooter($input: FooterInput!, $version: Int) {
    saveFooter(input: $input, version: $version) {
      companyName
    }
  }
`);

export function FooterTab({ content, reload }: TabProps) {
  const [save] = useMutation(SaveFooter);
  return (
    <TabLayout
      title="Footer"
      description="The footer of every public page. It always links to Privacy and Terms."
      action={<HistoryButton part="footer" of="the footer" labels={footerLabels} onReverted={reload} />}
    >
      <ContentForm
        part="footer"
        saved={withoutTypename(content.footer)}
        version={versionOf(content.contentStates, 'footer')}
        rules={footerRules}
        save={(input, version) => save({ variables: { input, version } })}
        reload={reload}
        labels={footerLabels}
        success={{ title: 'Success', description: 'Footer updated successfully', type: 'success' }}
        failure={{ title: 'Update failed', fallback: 'Failed to update footer' }}
        beside={<Preview content={content} />}
      >
        <FieldGroup legend="Words">
          <TextField name="companyName" label={footerLabels.companyName} autoComplete="organization" />
          <TextAreaField name="description" label={footerLabels.description} optional rows={3} />
          <TextField
            name="copyrightText"
            label={footerLabels.copyrightText}
            optional
            help="Leave blank for © with the current year and company."
            autoComplete="off"
          />
        </FieldGroup>
        <FieldGroup legend="Blocks">
          <SwitchField
            name="showCompanyInfo"
            label={footerLabels.showCompanyInfo}
            help="The company name and description."
          />
          <SwitchField
            name="showQuickLinks"
            label={footerLabels.showQuickLinks}
            help="The first 6 visible menu items."
          />
          <SwitchField
            name="showSocialLinks"
            label={footerLabels.showSocialLinks}
            help="The visible links from the Social Links tab."
          />
        </FieldGroup>
      </ContentForm>
    </TabLayout>
  );
}

function Preview({ content }: { content: Content }) {
  const { values } = useFormikContext<FooterFieldsFragment>();
  return <SitePreview content={{ ...content, footer: values }} without="header" />;
}
