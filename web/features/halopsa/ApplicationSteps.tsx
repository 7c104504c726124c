import { HowTo } from '#web/ui/Unfold.tsx';

const steps = [
  'In HaloPSA open Configuration > Integrations > HaloPSA API. Resource server, authorisation server and tenant stand there.',
  'View Applications > New. Authentication method: Client ID and Secret (Services).',
  'Login type: Agent. Choose an agent that is for programs; what it may do limits the application too.',
  'Permissions: tick read:customers, read:tickets and edit:tickets.',
  'Save, and copy the Client ID and the Client Secret: the secret is shown once.',
] as const;

/** How an application for the API is made in HaloPSA; open until there is one. */
export const ApplicationSteps = ({ isNew }: { isNew: boolean }) => (
  <HowTo title="How to get these in HaloPSA" open={isNew} steps={steps} />
);
