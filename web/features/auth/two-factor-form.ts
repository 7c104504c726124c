import * as yup from 'yup';

/** As documented, the one sentence for too few digits and for none. */
export const SIX_DIGITS = 'Please enter a 6-digit verification code';
export const SIX_DIGITS_TO_DISABLE = `${SIX_DIGITS} to disable 2FA`;

/** Digits only, exactly six. */
export const sixDigitRules = (sentence: string) =>
  yup.object({
    code: yup
      .string()
      .required(sentence)
      .matches(/^\d{6}$/, sentence),
  });

/** Capitals and dashes are the server's to judge. */
export const anyCodeRules = yup.object({
  code: yup.string().trim().required('Please enter one of your recovery codes'),
});
