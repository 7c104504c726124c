import { type RouterProviderProps } from 'react-router';
import { RouterProvider } from 'react-router/dom';

/**
 * Shows the screen of the address. A new address renders at once: in a React transition, `useQuery` would render with the old
 * and the new variables by turns, and send both queries again and again.
 */
export const Router = ({ router }: Pick<RouterProviderProps, 'router'>) => (
  <RouterProvider router={router} useTransitions={false} />
);
