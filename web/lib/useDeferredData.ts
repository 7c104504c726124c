import { useDeferredValue } from 'react';

/**
 * Data of a screen that changes many times a second in a storm. The first is drawn at once, and what follows in slices, between
 * which clicks and keys are answered.
 */
export const useDeferredData = <T>(data: T | undefined): T | undefined => useDeferredValue(data) ?? data;
