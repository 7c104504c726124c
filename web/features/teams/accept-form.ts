import * as yup from 'yup';
import { yupFor } from '#web/lib/yup-for.ts';

/** Initial values for people without an account. */
export const emptyAcceptance = { firstName: '', lastName: '', password: '', confirmPassword: '' };
export type Acceptance = Partial<typeof emptyAcceptance>;

const withoutToken = yupFor('AcceptInvitationInput').omit(['token']);

/** The schema makes optional what only a new account needs. */
const forNewcomers = withoutToken.shape({
  firstName: yup.string().trim().required('First name is required'),
  lastName: yup.string().trim().required('Last name is required'),
  password: yup.string().matches(/\S/, { message: 'Password is required' }).required('Password is required'),
  confirmPassword: yup
    .string()
    .required('Please confirm your password')
    .oneOf([yup.ref('password')], 'Passwords do not match'),
});

export const acceptRules = (hasAccount: boolean): yup.ObjectSchema<object> =>
  hasAccount ? withoutToken : forNewcomers;
