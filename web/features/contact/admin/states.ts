import type { ContactSubmissionFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import type { State } from '#web/ui/StateIcon.tsx';

export const ContactSubmissionFields = graphql(`
  fragment ContactSubmissionFields on ContactSubmission {
    id
    name
    email
    subject
    message
    status
    adminNotes
    ipAddress
    createdAt
    respondedAt
  }
`);

export type Message = ContactSubmissionFieldsFragment;

export type Status = Message['status'];

/** The label and look of each message state. Unanswered ones come first. */
export const states: Record<Status, { word: string; look: State }> = {
  new: { word: 'New', look: 'warning' },
  read: { word: 'Read', look: 'info' },
  replied: { word: 'Replied', look: 'ok' },
  closed: { word: 'Closed', look: 'unknown' },
};

export const isStatus = (value: string | undefined): value is Status =>
  value !== undefined && Object.hasOwn(states, value);

/** The short reference that people quote: the first 8 characters. */
export const shortId = (id: string): string => id.slice(0, 8);
