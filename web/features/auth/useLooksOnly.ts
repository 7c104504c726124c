import { useSession } from './useSession.ts';

/** Whether the person is a viewer of the team: what changes it is not offered then. The server refuses it anyway. */
export const useLooksOnly = (): boolean => useSession().user?.teamRole === 'viewer';
