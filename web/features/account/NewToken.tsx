import { ShownOnce } from '#web/ui/ShownOnce.tsx';

/** A token that was just made. */
export const NewToken = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <ShownOnce
    title="Your new API token"
    label="API token"
    text={token}
    what="the token"
    help="Keep it where the program finds it: it is shown this once."
    onClose={onClose}
  />
);
