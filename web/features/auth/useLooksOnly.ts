import { useSession } from './useSession.ts';

/** Whether the person is a viewer, who is offered no changes. The server enforces it. */
export const useLooksOnly = (): boolean => useSession().user?.teamRole === 'viewer';
