import { createContext, use } from 'react';

/** Leaves the app for an address by a full page load; a context so that a test can watch it happen. */
export const Leave = createContext((address: string): void => window.location.assign(address));

export const useLeave = () => use(Leave);
