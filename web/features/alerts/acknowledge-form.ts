import { yupFrom } from '#web/lib/yup-for.ts';

/** As the server has it: the schema states the rules of inputs, and a note is none. */
export const noteRules = yupFrom({
  note: {
    type: 'string',
    list: false,
    required: false,
    rules: [{ maxLength: 500, message: 'Note must be 500 characters or less' }],
  },
});
