import { useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Credentials } from '../../../contract/auth.ts';
import { prepareCalls } from '#api/http.ts';
import { ApiError } from '#api/problem.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import type { GoTo } from '#lib/goTo.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { paths } from '#paths.ts';
import { signedOutBecauseAtom, signIn, signInEmailAtom, startFailureAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { FollowButtonLink, FollowLink } from '#ui/FollowLink.tsx';
import { email, required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { font, media, space } from '#ui/theme.ts';

type SignInProps = {
  /** The query of the address, with the address to return to. */
  search: string;
  navigate: GoTo;
  /** Preloads what `navigate` needs. */
  prepareNavigation?: () => void;
};

/** E-mail and password, followed by the code if two-factor is on. Other ways to sign in are below. Needs no router. */
export function SignIn({ search, navigate, prepareNavigation }: SignInProps) {
  const { t } = useTranslation('auth');
  const { flags, singleSignOn } = useTenant();
  const [isHeldUp, setHeldUp] = useState(false);
  const passkey = usePasskey();
  useDocumentTitle(t('title'));
  const follow = (href: string) => void navigate(href);

  /** Preloads what comes after this page. What fails to load is loaded when needed. */
  const prepare = () => {
    void prepareCalls();
    loadNamespaces(['errors']).catch(() => undefined);
    prepareNavigation?.();
  };

  const submit = async ({ email: typed, password }: Credentials) => {
    prepare();
    const address = typed.trim();
    const challenge = await signIn({ email: address, password }).catch((error: unknown) => {
      setHeldUp(error instanceof ApiError && error.code === 'too_many_requests');
      throw error;
    });
    // Without a challenge the session has begun, and the surrounding page leads to the dashboard.
    if (!challenge) return;
    const resendAt = Date.now() + challenge.resend_after * 1000;
    const { mail_delayed, method } = challenge;
    const state = { email: address, resendAt, isDelayed: mail_delayed === true, method };
    await navigate(paths.enterCode.href() + search, { state });
  };

  const withWorkAccount = singleSignOn && (
    <FollowButtonLink href={paths.singleSignOn.href() + search} onFollow={follow}>
      {t('singleSignOn', { name: singleSignOn.name })}
    </FollowButtonLink>
  );

  return (
    <>
      <Title>{t('title')}</Title>
      <Notices passkeyFailure={passkey.failure} />
      {singleSignOn?.isFirst && <First>{withWorkAccount}</First>}
      <PasswordForm onUse={prepare} onSubmit={submit} />
      <Others>
        {passkey.isOffered && (
          <Button
            size="large"
            isWide
            isPending={passkey.isAsking}
            onPress={() => {
              prepare();
              void passkey.signIn();
            }}
          >
            {t('passkey')}
          </Button>
        )}
        {!singleSignOn?.isFirst && withWorkAccount}
        {flags.nationalId && (
          <FollowButtonLink href={paths.openid.href() + search} onFollow={follow}>
            {t('nationalId')}
          </FollowButtonLink>
        )}
        {isHeldUp && <Banner tone="info">{t('heldUp')}</Banner>}
        <OtherPages search={search} onFollow={follow} />
      </Others>
    </>
  );
}

type PasswordFormProps = {
  /** Somebody has begun to use the form. */
  onUse: () => void;
  onSubmit: (credentials: Credentials) => Promise<void>;
};

/** E-mail and password. The address is remembered for the other pages. */
function PasswordForm({ onUse, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const store = useStore();
  const [known] = useState(store.get(signInEmailAtom));
  const [capsLock, setCapsLock] = useState(false);
  return (
    <Form initialValues={{ email: known, password: '' }} onSubmit={onSubmit} hasSummary={false}>
      <FormTextField
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        validate={email}
        autoFocus={!known}
        onInput={({ currentTarget }) => {
          onUse();
          store.set(signInEmailAtom, currentTarget.value);
        }}
      />
      <FormPasswordField
        name="password"
        label={t('password')}
        autoComplete="current-password"
        validate={required}
        autoFocus={Boolean(known)}
        // A focus in the form means that it will probably be sent.
        onFocus={onUse}
        description={capsLock ? t('capsLock') : undefined}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      />
      <SubmitButton size="large" isWide>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

/** Why somebody is signed out, and what has failed. */
function Notices({ passkeyFailure }: { passkeyFailure: unknown }) {
  const { t } = useTranslation(['auth', 'errors']);
  const errorMessage = useErrorMessage();
  const because = useAtomValue(signedOutBecauseAtom);
  const refused = useAtomValue(startFailureAtom);
  return (
    <>
      {because && (
        <Notice>
          <Banner tone="info">{t(because === 'signOut' ? 'signedOut' : 'errors:unauthorized')}</Banner>
        </Notice>
      )}
      {refused && !refused.isKept && (
        <Notice>
          <Banner tone="danger">{errorMessage(refused.error)}</Banner>
        </Notice>
      )}
      {passkeyFailure !== null && (
        <Notice>
          <Banner tone="danger" isUrgent>
            {errorMessage(passkeyFailure)}
          </Banner>
        </Notice>
      )}
    </>
  );
}

type LinksProps = { search: string; onFollow: (href: string) => void };

/** The links to a new password, to a new account, and to the accounts of the demo. */
function OtherPages({ search, onFollow }: LinksProps) {
  const { t } = useTranslation('auth');
  const { flags } = useTenant();
  return (
    <Ways>
      <FollowLink href={paths.forgotPassword.href() + search} onFollow={onFollow}>
        {t('forgot')}
      </FollowLink>
      {flags.registration && (
        <FollowLink href={paths.register.href()} onFollow={onFollow}>
          {t('register')}
        </FollowLink>
      )}
      {flags.demoAuth && (
        <FollowLink href={paths.demoLogin.href()} onFollow={onFollow}>
          {t('demo')}
        </FollowLink>
      )}
    </Ways>
  );
}

/** Signing in with a passkey. Its code loads when it is asked for; it is not offered any more if the backend has no passkeys. */
function usePasskey() {
  const [isOffered, setOffered] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const signInWith = async () => {
    setAsking(true);
    setFailure(null);
    // The message of a failure.
    const texts = loadNamespaces(['errors']).catch(() => undefined);
    try {
      const { signIn: open } = await loadChunk(() => import('#domain/passkeys/signIn.ts'));
      // The surrounding page leads to the dashboard once the session has begun.
      await open();
    } catch (error) {
      await texts;
      if (error instanceof ApiError && error.status === 404) setOffered(false);
      setFailure(error);
    } finally {
      setAsking(false);
    }
  };
  return { isOffered, isAsking, failure, signIn: signInWith };
}

const Title = styled.h1`
  margin-block-end: ${space(6)};
  font-size: ${font.size.title};
`;

const Others = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  margin-block-start: ${space(3)};
`;

const First = styled.div`
  margin-block-end: ${space(6)};
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(5)};

  & > a {
    padding-block: ${space(2)};
    font-size: ${font.size.compact};

    ${media.touch} {
      padding-block: ${space(3)};
    }
  }
`;

const Notice = styled.div`
  margin-block-end: ${space(4)};
`;
