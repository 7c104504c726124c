import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthPage } from '#web/features/auth/sign-in/AuthPage.tsx';
import { PackageChoiceDocument, PasswordPolicyDocument, RegisterDocument } from '#web/gql/graphql.ts';
import { RegisterPage } from '#web/features/auth/register/RegisterPage.tsx';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';

const POLICY = 'Passwords need a number, and at least 8 characters.';
const offer = { description: 'For one site.', currency: 'GBP', maxControllers: 1, maxDevices: 25 } as const;
const packages = [
  { ...offer, id: 'starter', name: 'Starter Plan', price: '9.99' },
  { ...offer, id: 'pro', name: 'Professional Plan', price: '29.00', currency: 'USD' as const },
  { ...offer, id: 'provider', name: 'Provider Plan', price: '99', maxControllers: -1, maxDevices: -1 },
];
const person = {
  email: 'ann@example.test',
  password: 'Lantern-keeper-44',
  confirmPassword: 'Lantern-keeper-44',
  firstName: 'Änn',
  lastName: 'Müller 🦊',
  companyName: 'Müller & Söhne',
};
const labels: Record<keyof typeof person, string> = {
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  firstName: 'First name',
  lastName: 'Last name',
  companyName: 'Company name',
};

type App = ReturnType<typeof render>;

async function fill({ user }: App, values: Partial<typeof person>) {
  for (const [name, value] of Object.entries(values)) {
    await user.click(screen.getByLabelText(labels[name as keyof typeof person]));
    await user.clear(screen.getByLabelText(labels[name as keyof typeof person]));
    await user.paste(value);
  }
}

beforeEach(() => {
  answer(PackageChoiceDocument, { packages });
  answer(PasswordPolicyDocument, { passwordPolicy: { minLength: 8, text: POLICY } });
  answer(RegisterDocument, { register: { message: 'Please check your email to verify your account.' } });
});

describe('the Register tab of /auth', () => {
  const open = () => render(<AuthPage />, { path: '/auth?tab=register' });
  const agree = ({ user }: App) =>
    user.click(screen.getByRole('checkbox', { name: /^I agree to the terms/ }));
  const send = ({ user }: App) => user.click(screen.getByRole('button', { name: 'Register' }));

  test('opens through its tab, and both keep what was typed', async () => {
    const { user } = render(<AuthPage />, { path: '/auth' });
    expect(screen.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await user.type(screen.getByLabelText('Email'), 'ann@example.test');
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    const panel = await screen.findByRole('tabpanel', { name: 'Register' });
    await user.type(within(panel).getByLabelText('Company name'), 'Acme');
    await user.click(screen.getByRole('tab', { name: 'Sign In' }));
    const signIn = await screen.findByRole('tabpanel', { name: 'Sign In' });
    expect(within(signIn).getByLabelText('Email')).toHaveValue('ann@example.test');
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    const again = await screen.findByRole('tabpanel', { name: 'Register' });
    expect(within(again).getByLabelText('Company name')).toHaveValue('Acme');
  });

  test('registers with the selected package and goes to Sign In with the address filled in', async () => {
    const app = open();
    await fill(app, person);
    await app.user.click(await screen.findByRole('radio', { name: /Professional Plan/ }));
    await agree(app);
    await send(app);
    expect(await screen.findByText('Registration successful')).toBeInTheDocument();
    expect(screen.getByText('Please check your email to verify your account.')).toBeInTheDocument();
    expect(asks(RegisterDocument)[0]?.variables).toEqual({
      input: { ...person, packageId: 'pro', agreeToTerms: true },
    });
    const signIn = await screen.findByRole('tabpanel', { name: 'Sign In' });
    expect(within(signIn).getByLabelText('Email')).toHaveValue('ann@example.test');
    expect(within(signIn).getByLabelText('Password')).toHaveValue('');
    expect(within(signIn).getByText(/^We sent an email to ann@example\.test\./)).toBeInTheDocument();
    expect(screen.queryByLabelText('Company name')).not.toBeInTheDocument();
  });

  test('shows each package with its limits and its price in its own currency', async () => {
    open();
    const prices = (await screen.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent);
    expect(prices).toEqual([
      expect.stringMatching(/Starter Plan.*1 controller, 25 devices.*£9\.99per month/),
      expect.stringMatching(/Professional Plan.*Most Popular.*\$29per month/),
      expect.stringMatching(/Provider Plan.*Unlimited controllers and devices.*£99per month/),
    ]);
    expect(screen.getByText(/14-day trial/)).toBeInTheDocument();
    expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
  });

  test.each([
    [{ confirmPassword: 'Lantern-keeper-45' }, 'Password Mismatch', 'Passwords do not match'],
    [
      { password: 'Ab-1', confirmPassword: 'Ab-1' },
      'Password Too Short',
      'Password must be at least 8 characters long',
    ],
  ])('with %o says "%s" in a toast and why under the field', async (wrong, title, sentence) => {
    const app = open();
    await fill(app, { ...person, ...wrong });
    await app.user.click(await screen.findByRole('radio', { name: /Starter/ }));
    await agree(app);
    await send(app);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getAllByText(sentence)).toHaveLength(2);
    expect(asks(RegisterDocument)).toEqual([]);
  });

  test('requires agreement to the terms, which open in a new tab', async () => {
    const app = open();
    await fill(app, person);
    await app.user.click(await screen.findByRole('radio', { name: /Starter/ }));
    await send(app);
    expect(await screen.findByText('Terms Required')).toBeInTheDocument();
    expect(screen.getAllByText('You must agree to the terms and conditions')).toHaveLength(2);
    expect(asks(RegisterDocument)).toEqual([]);
    const terms = screen.getByRole('link', { name: /^terms and conditions/ });
    expect(terms).toHaveAttribute('href', '/terms');
    expect(terms).toHaveAttribute('target', '_blank');
  });

  test('asks for a package in a toast and at the field', async () => {
    const app = open();
    await fill(app, person);
    await screen.findAllByRole('radio');
    await send(app);
    await waitFor(() => expect(screen.getAllByText('Please select a package')).toHaveLength(2));
    expect(screen.getByRole('radiogroup', { name: 'Package' })).toHaveAttribute('aria-invalid', 'true');
    expect(asks(RegisterDocument)).toEqual([]);
  });

  test('refuses an invalid website address, and a blank password', async () => {
    const app = open();
    await fill(app, { ...person, password: ' '.repeat(9), confirmPassword: ' '.repeat(9) });
    await app.user.type(screen.getByLabelText(/Website URL/), 'not a url');
    await send(app);
    expect(await screen.findByText('Please enter a valid URL')).toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(asks(RegisterDocument)).toEqual([]);
  });

  test('shows the server’s error under its field and in a toast; nothing typed is lost', async () => {
    const said = 'This password is too common. Please choose another one';
    refuse(RegisterDocument, { message: said, fields: { password: said } });
    const app = open();
    await fill(app, person);
    await app.user.click(await screen.findByRole('radio', { name: /Starter/ }));
    await agree(app);
    await send(app);
    expect(await screen.findByText('Registration failed')).toBeInTheDocument();
    expect(screen.getAllByText(said)).toHaveLength(2);
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    expect(screen.getByLabelText('Last name')).toHaveValue('Müller 🦊');
  });

  test.each([
    ['what the server says', 'Too many registrations from your network.', 'TOO_MANY'],
    ['"Registration failed" without words', 'Internal server error', 'INTERNAL_SERVER_ERROR'],
  ])('fails with %s', async (_, message, code) => {
    refuse(RegisterDocument, { message, code });
    const app = open();
    await fill(app, person);
    await app.user.click(await screen.findByRole('radio', { name: /Starter/ }));
    await agree(app);
    await send(app);
    expect((await screen.findAllByText('Registration failed')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Internal server error')).not.toBeInTheDocument();
    if (code === 'TOO_MANY') expect(screen.getByText(message)).toBeInTheDocument();
  });

  test('offers Retry if the packages could not be loaded', async () => {
    answer(PackageChoiceDocument, () => {
      throw new TypeError('Failed to fetch');
    });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the packages')).toBeInTheDocument();
    answer(PackageChoiceDocument, { packages });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('radio', { name: /Starter/ })).toBeInTheDocument();
  });

  test('shows where to go if nothing is on sale', async () => {
    answer(PackageChoiceDocument, { packages: [] });
    open();
    expect(await screen.findByText(/No packages available/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create an account without one' })).toBeInTheDocument();
  });
});

describe('a new password', () => {
  test('shows in words how strong it is and what it needs, considering its owner’s names', async () => {
    const app = render(<RegisterPage />);
    expect(await screen.findByText(POLICY)).toBeInTheDocument();
    await fill(app, { password: 'password1' });
    expect(await screen.findByText(/weak/)).toBeInTheDocument();
    await fill(app, { password: 'Lantern-keeper-44' });
    expect(await screen.findByText('Strong')).toBeInTheDocument();
    await fill(app, { password: 'Ganymed12' });
    expect(await screen.findByText('Good')).toBeInTheDocument();
    await fill(app, { firstName: 'Ganymed' });
    expect(await screen.findByText('Weak')).toBeInTheDocument();
  });

  test('is hidden until its owner shows it, and password managers recognize it as new', async () => {
    const { user } = render(<RegisterPage />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
  });
});

describe('/register', () => {
  const send = ({ user }: App) => user.click(screen.getByRole('button', { name: 'Create Account' }));
  const agree = ({ user }: App) => user.click(screen.getByRole('checkbox'));

  test('links to the terms, the privacy policy and signing in', () => {
    render(<RegisterPage />);
    expect(screen.getByRole('heading', { name: 'Create Your Account' })).toBeInTheDocument();
    expect(screen.getAllByLabelText(/./).map((field) => field.getAttribute('name'))).toEqual(
      expect.arrayContaining([...Object.keys(person), 'agreeToTerms']),
    );
    expect(screen.queryByLabelText(/Website URL/)).not.toBeInTheDocument();
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(['/terms', '/privacy', '/api/login']);
  });

  test('registers, confirms it, and continues to sign-in', async () => {
    const app = render(<RegisterPage />);
    await fill(app, person);
    await agree(app);
    await send(app);
    expect(await screen.findByText('Registration successful')).toBeInTheDocument();
    expect(
      screen.getByText('Please check your email to verify your account and set up 2FA.'),
    ).toBeInTheDocument();
    expect(asks(RegisterDocument)[0]?.variables).toEqual({ input: { ...person, agreeToTerms: true } });
    await waitFor(() => expect(app.leftFor).toEqual(['/api/login']));
  });

  test('requires the agreement', async () => {
    const app = render(<RegisterPage />);
    await fill(app, person);
    await send(app);
    expect(await screen.findByText('Terms Required')).toBeInTheDocument();
    expect(screen.getAllByText('You must agree to the terms and conditions')).toHaveLength(2);
    expect(asks(RegisterDocument)).toEqual([]);
  });

  test('says "Failed to create account" if the server sends no message', async () => {
    refuse(RegisterDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const app = render(<RegisterPage />);
    await fill(app, person);
    await agree(app);
    await send(app);
    expect(await screen.findByText('Registration Failed')).toBeInTheDocument();
    expect(screen.getByText('Failed to create account')).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('Änn');
    expect(app.leftFor).toEqual([]);
  });
});
