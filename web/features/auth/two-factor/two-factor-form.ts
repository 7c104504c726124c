import * as yup from 'yup';

/** The documented message for too few or no digits. */
export const SIX_DIGITS = 'Please enter a 6-digit verification code';
export const SIX_DIGITS_TO_DISABLE = `${SIX_DIGITS} to disable 2FA`;

/** Sent as typed. The server decides whether it is required. */
const password = { password: yup.string() };

/** Digits only, exactly six. */
export const sixDigitRules = (sentence: string) =>
  yup.object({
    code: yup
      .string()
      .required(sentence)
      .matches(/^\d{6}$/, sentence),
    ...password,
  });

/** The server normalizes capitals and dashes. */
export const anyCodeRules = yup.object({
  code: yup.string().trim().required('Please enter one of your recovery codes'),
  ...password,
});
