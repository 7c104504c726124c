import { ShownOnce } from '#web/ui/ShownOnce.tsx';

/** A signing secret that was just made. */
export const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    title="Your signing secret"
    label="Signing secret"
    text={secret}
    what="the secret"
    help="Give it to the program that takes the requests, as the secret of Standard Webhooks. It is shown this once."
    onClose={onClose}
  />
);
