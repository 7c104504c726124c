import { act, render as draw } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { Router } from '#web/app/Router.tsx';
import { createClient } from '#web/app/apollo.ts';
import { AudienceLayout, OwnScreen, type Audience } from '#web/app/AudienceLayout.tsx';
import { createStyles, Providers } from '#web/app/providers.tsx';
import { routesAround, screens } from '#web/app/routes.tsx';
import { ScreenError } from '#web/app/ScreenError.tsx';
import { type SessionUserFieldsFragment, MeDocument } from '#web/gql/graphql.ts';
import { LoadPage } from '#web/lib/page-load.ts';
import { useUnsavedChangesBlocker } from '#web/lib/unsaved-changes.ts';
import { storeToken } from '#web/lib/token.ts';
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
  /** The pattern of the path, for a screen that reads its parameters. */
  pattern?: string;
  signedInAs?: SessionUserFieldsFragment;
};

/** Draws something inside the app's providers. Returns where the person is and which pages were loaded. */
export const render = (element: ReactNode, { pattern = '*', ...options }: Options = {}) =>
  open([{ Component: Unblocked, children: [{ path: pattern, element }, { path: '*' }] }], options);

function Unblocked() {
  useUnsavedChangesBlocker();
  return <Outlet />;
}

function open(tree: RouteObject[], { path = '/', signedInAs }: Omit<Options, 'pattern'>) {
  act(dismissToast);
  if (signedInAs) {
    storeToken(`token-of-${signedInAs.id}`);
    answer(MeDocument, { me: signedInAs });
  }
  const leftFor: string[] = [];
  // As in a browser, which asks where something on the page would be lost: the person stays.
  const leave = (address: string) => {
    const goes = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    if (goes) leftFor.push(address);
  };
  const user = someone();
  window.history.pushState(null, '', path);
  const router = createBrowserRouter(tree);
  draw(
    <Providers client={createClient(answering)} styles={styles}>
      <LoadPage value={leave}>
        <Disposing router={router} />
      </LoadPage>
    </Providers>,
  );
  return { user, leftFor, where: () => router.state.location.pathname };
}

/** A router that stops listening to the browser's history with its screen. */
function Disposing({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => () => router.dispose(), [router]);
  return <Router router={router} />;
}

/** A person at keyboard and mouse. Each letter renders the form again, so the middle of a long text is pasted. */
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

/** A screen of a test. A path may have one for each audience. */
export type ScreenAt = { path: string; audience: Audience; Screen: ComponentType };

type AppOptions = Omit<Options, 'pattern'> & {
  /** Screens in place of those of the app. */
  table?: readonly ScreenAt[];
  /** Screens beside those of the app. */
  also?: readonly ScreenAt[];
  routes?: RouteObject[];
};

/** Draws the whole app at a path. */
export const renderApp = ({ table, also = [], routes, ...options }: AppOptions = {}) =>
  open(routesAround(routes ?? (table ? routesOf(table) : [...routesOf(also), ...screens])), options);

function routesOf(table: readonly ScreenAt[]): RouteObject[] {
  return [...Map.groupBy(table, ({ path }) => path)].map(([path, rows]) => {
    const screens = Object.fromEntries(
      rows.map(({ audience, Screen }) => [audience, <Screen key={audience} />]),
    );
    return {
      element: <AudienceLayout of={rows.map(({ audience }) => audience)} />,
      children: [{ path, element: <OwnScreen screens={screens} />, errorElement: <ScreenError /> }],
    };
  });
}
