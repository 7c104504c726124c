import { LinesField } from '#web/ui/LinesField.tsx';
import { guides } from './channels.ts';

/** Who gets mail of alerts. */
export const RecipientsField = () => (
  <LinesField
    name="recipients"
    label={guides.email.label}
    placeholder={guides.email.placeholder}
    help="One address per line. A pasted list can also use commas or spaces. Members get email according to their notification preferences. Other addresses get every alert."
    rows={3}
  />
);
