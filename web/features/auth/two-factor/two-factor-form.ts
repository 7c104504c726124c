import * as yup from 'yup';

/** As documented, the one sentence for too few digits and for none. */
export const SIX_DIGITS = 'Please enter a 6-digit verification code';
export const SIX_DIGITS_TO_DISABLE = `${SIX_DIGITS} to disable 2FA`;

/** Sent as it is typed; whether it is needed is the server's to say. */
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

/** Capitals and dashes are the server's to judge. */
export const anyCodeRules = yup.object({
  code: yup.string().trim().required('Please enter one of your recovery codes'),
  ...password,
});
