import { LinesField } from '#web/ui/LinesField.tsx';
import { guides } from './channels.ts';

/** Who gets mail of alerts. */
export const RecipientsField = () => (
  <LinesField
    name="recipients"
    label={guides.email.label}
    placeholder={guides.email.placeholder}
    help="One address per line; a pasted list may also have commas or blanks. Members get mail as their own notification preferences say; other addresses get every alert."
    rows={3}
  />
);
