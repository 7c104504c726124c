import { yupFor } from '#web/lib/yup-for.ts';

export const noteRules = yupFor('acknowledgeAlert').pick(['note']);
