import {
  createOauth2Client,
  createOidcClient,
  deleteOidcClient,
  listOauth2Clients,
  listOidcClients,
  listOwnIdentities,
  listSignInClients,
  type OidcClient,
  unlinkOwnIdentity,
  updateOidcClient,
} from '@stellwerk/contract/federated';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { choose, pick, press, reported } from '../../testing/gestures.ts';
import { render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { FederatedClients } from './FederatedClients.tsx';
import { OwnSignInServices } from './OwnSignInServices.tsx';
import { SignInServices } from './SignInServices.tsx';

const keycloak: PartOf<OidcClient> = {
  id: 4,
  displayName: 'Keycloak',
  logo: '',
  issuer: 'https://id.example.com',
  clientId: 'stellwerk',
  scope: 'openid email',
  domain: '',
  active: true,
  createUsers: true,
  hasClientSecret: true,
  callbackUrl: 'https://example.com/callback',
};

describe('the sign-in services of an account', () => {
  const serve = (clients: PartOf<OidcClient>[], ...more: Answered[]) =>
    answers(on(listOidcClients, { data: clients }), on(listOauth2Clients, { data: [] }), ...more);
  const show = () => render(<FederatedClients tenantId={1} domains={['iot.example.com']} />);
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });

  it('are added with the address of their issuer', async () => {
    const server = serve([], on(createOidcClient));
    await show();
    await expect.element(page.getByText('No sign-in services yet')).toBeVisible();
    await press(page, 'Add an OIDC service');
    await field('Name').fill('Keycloak');
    await field('Issuer').fill('id.example.com');
    await field('Client ID').fill('stellwerk');
    await press(dialog, 'Save');
    await expect.element(field('Issuer')).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(createOidcClient)).toEqual([]);
    await field('Issuer').fill('https://id.example.com');
    await choose(dialog.getByRole('combobox', { name: 'Domain' }), 'iot.example.com');
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Save');
    await reported('Sign-in service “Keycloak” was added');
    expect(server.calls(createOidcClient)[0]?.body).toMatchObject({
      tenantId: 1,
      displayName: 'Keycloak',
      issuer: 'https://id.example.com',
      domain: 'iot.example.com',
      createUsers: true,
    });
  });

  it('that speak OAuth2 alone must not ask for openid', async () => {
    const server = serve([], on(createOauth2Client));
    await show();
    await press(page, 'Add an OAuth2 service');
    await field('Name').fill('GitHub');
    for (const name of ['Authorisation address', 'Token address', 'User info address']) {
      await field(name).fill('https://github.example.com/x');
    }
    await field('Client ID').fill('stellwerk');
    await field('Requested scope').fill('openid email');
    await press(dialog, 'Save');
    await expect.element(field('Requested scope')).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(createOauth2Client)).toEqual([]);
  });

  it('keep a stored secret unless it is replaced', async () => {
    const server = serve([keycloak], on(updateOidcClient));
    await show();
    await expect.element(page.getByText(/^Callback address: https:\/\/example\.com\/callback/)).toBeVisible();
    await pick(page, 'Actions for Keycloak', 'Edit');
    await field('Name').fill('Town ID');
    await press(dialog, 'Save');
    await reported('Sign-in service “Town ID” was saved');
    const [call] = server.calls(updateOidcClient);
    expect(call?.body).toMatchObject({ displayName: 'Town ID' });
    expect(call?.body.clientSecret).toBeUndefined();
  });

  it('are deleted after a question', async () => {
    const server = serve([keycloak], on(deleteOidcClient));
    await show();
    await pick(page, 'Actions for Keycloak', 'Delete');
    expect(server.calls(deleteOidcClient)).toEqual([]);
    await press(page.getByRole('alertdialog'), 'Delete');
    await reported('Sign-in service “Keycloak” was deleted');
  });

  it('say why one was not saved', async () => {
    serve([keycloak], on(updateOidcClient, refusal('EGRESS_DENIED', { message: 'This address is not allowed' })));
    await show();
    await pick(page, 'Actions for Keycloak', 'Edit');
    await field('Name').fill('Town ID');
    await press(dialog, 'Save');
    await expect.element(dialog.getByText(/^This address is not allowed/)).toBeVisible();
  });
});

describe('the services of a user', () => {
  const service = { displayName: 'Keycloak', logo: '', type: 'oidc' as const };
  const available = [{ ...service, id: 5, displayName: 'GitHub', startUrl: 'https://example.com/start' }];

  it('are linked by a page of the server, and unlinked after a question', async () => {
    const server = answers(
      on(listOwnIdentities, { data: { linked: [{ ...service, clientId: 4 }], available } }),
      on(unlinkOwnIdentity),
    );
    await render(<OwnSignInServices />);
    await expect
      .element(page.getByRole('link', { name: 'Link GitHub' }))
      .toHaveAttribute('href', expect.stringMatching(/^https:\/\/example\.com\/start\?.*link=true/));
    await press(page, 'Unlink Keycloak');
    await press(page.getByRole('alertdialog'), 'Unlink');
    await reported('Keycloak was unlinked');
    expect(server.calls(unlinkOwnIdentity)).toMatchObject([{ params: { clientId: 4 } }]);
  });

  it('stay linked if there is no other way to sign in', async () => {
    answers(
      on(listOwnIdentities, { data: { linked: [{ ...service, clientId: 4 }], available: [] } }),
      on(unlinkOwnIdentity, refusal('FEDERATED_IDENTITY_LAST', { message: 'Set a password first' })),
    );
    await render(<OwnSignInServices />);
    await press(page, 'Unlink Keycloak');
    await press(page.getByRole('alertdialog'), 'Unlink');
    await expect.element(page.getByRole('alertdialog').getByText(/^Set a password first/)).toBeVisible();
  });

  it('are on the sign-in page, and lead back to the requested screen', async () => {
    answers(on(listSignInClients, { data: available }));
    await render(<SignInServices redirect="/dashboards/7" />);
    await expect
      .element(page.getByRole('link', { name: 'Sign in with GitHub' }))
      .toHaveAttribute('href', expect.stringContaining('redirect=%2Fdashboards%2F7'));
  });
});
