import * as yup from 'yup';

/** The form that assigns sites. `isNone` leaves them without a customer. */
export type AssignValues = { customerId: string | null; isNone: boolean };

/** Leaving the field blank doesn't remove the customers of hundreds of sites. */
export const needsCustomer = yup.object({
  customerId: yup
    .string()
    .nullable()
    .when('isNone', ([isNone], id) => (isNone === true ? id : id.required('Choose a customer'))),
});
