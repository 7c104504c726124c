import { render as draw } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { act, type ReactNode } from 'react';
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router';
import { App } from '#web/app/App.tsx';
import { createClient } from '#web/app/apollo.ts';
import { createStyles, Providers } from '#web/app/providers.tsx';
import type { Route } from '#web/app/routes.tsx';
import type { SessionUserFieldsFragment } from '#web/gql/graphql.ts';
import { Leave } from '#web/lib/leave.ts';
import { storeToken } from '#web/lib/token.ts';
import { Me } from '#web/features/auth/auth.gql.ts';
import { dismissToast } from '#web/ui/toaster.tsx';
import { answer, answering } from './answers.ts';

export { answer, asks, push, refuse } from './answers.ts';

/** People of the web tests; the same cast as on the api. */
export const alice: SessionUserFieldsFragment = {
  id: 'alice',
  email: 'alice@example.test',
  firstName: 'Alice',
  lastName: 'Archer',
  companyName: 'Archer Networks',
  twoFactorEnabled: false,
  mustSetUpTwoFactor: false,
  sessionTimeout: 30,
  teamRole: 'owner',
  role: 'user',
  team: { id: 'team-alice', name: 'Archer Networks', timeZone: null },
};
export const ada: SessionUserFieldsFragment = { ...alice, id: 'ada', firstName: 'Ada', role: 'admin' };
export const grace: SessionUserFieldsFragment = {
  ...ada,
  id: 'grace',
  firstName: 'Grace',
  role: 'super_admin',
};

const styles = createStyles();

type Options = {
  path?: string;
  signedInAs?: SessionUserFieldsFragment;
  /** Keeps the way in the browser's own history, for tests of going back. */
  inBrowser?: boolean;
};

/** Draws something inside the app's providers; tells where the person is and where they left for. */
export function render(screen: ReactNode, { path = '/', signedInAs, inBrowser }: Options = {}) {
  act(dismissToast);
  if (signedInAs) {
    storeToken(`token-of-${signedInAs.id}`);
    answer(Me, { me: signedInAs });
  }
  const leftFor: string[] = [];
  // As in a browser, which asks where something on the page would be lost: the person stays.
  const leave = (address: string) => {
    const goes = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    if (goes) leftFor.push(address);
  };
  const place = { path };
  const user = someone();
  if (inBrowser) window.history.pushState(null, '', path);
  const Router = ({ children }: { children: ReactNode }) =>
    inBrowser ? (
      <BrowserRouter>{children}</BrowserRouter>
    ) : (
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    );
  draw(
    <Providers client={createClient(answering)} styles={styles}>
      <Leave value={leave}>
        <Router>
          <WhereAmI tell={(now) => (place.path = now)} />
          {screen}
        </Router>
      </Leave>
    </Providers>,
  );
  return { user, leftFor, where: () => place.path };
}

/** A person at keyboard and mouse. Each letter draws a form anew: of a long text what is in its middle comes at once, as if pasted. */
function someone(): UserEvent {
  const user = userEvent.setup({ delay: null });
  const type: UserEvent['type'] = async (element, text, options) => {
    const letters = [...text];
    if (options || letters.length < 8 || /[{[\n]/.test(text)) return user.type(element, text, options);
    await user.type(element, letters.slice(0, 3).join(''));
    await user.paste(letters.slice(3, -1).join(''));
    await user.keyboard(letters.at(-1)!);
  };
  return { ...user, type };
}

/** Draws the whole app at a path. */
export const renderApp = ({ table, ...options }: Options & { table?: readonly Route[] } = {}) =>
  render(<App table={table} />, options);

function WhereAmI({ tell }: { tell: (path: string) => void }) {
  const { pathname } = useLocation();
  tell(pathname);
  return null;
}
