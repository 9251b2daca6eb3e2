import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { SignInStep } from '#domain/SignInStep.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Facts } from '#ui/Facts.ts';
import { TextField } from '#ui/TextField.tsx';
import { radius } from '#ui/theme.ts';
import { me } from './demoApi.ts';
import { messageOf } from './DemoError.ts';
import { demoTokenAtom } from './demoSession.ts';

/** The account signed in to the demo; and a check of its token, which people may edit to try out the errors. */
export function DemoAccount({ token }: { token: string }) {
  const { t } = useTranslation('demoAuth');
  const signOut = useSetAtom(demoTokenAtom);
  const [account, setAccount] = useState<Awaited<ReturnType<typeof me>> | null>(null);
  const [typed, setTyped] = useState(token);
  const [verdict, setVerdict] = useState<'valid' | ReturnType<typeof messageOf> | null>(null);
  useEffect(() => {
    void me(token).then(setAccount, () => signOut(null));
  }, [token, signOut]);
  if (!account) return null;

  const { user, until } = account;
  const check = () =>
    me(typed).then(
      () => setVerdict('valid'),
      (error: unknown) => setVerdict(messageOf(error)),
    );
  return (
    <SignInStep takesFocus title={t('welcome', { name: user.name })}>
      <Avatar src={user.avatar} alt="" />
      <Facts>
        <dt>{t('email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('plan')}</dt>
        <dd>{user.plan}</dd>
        <dt>{t('id')}</dt>
        <dd>{user.id}</dd>
        <dt>{t('expires')}</dt>
        <dd>
          <DateTime at={new Date(until).toISOString()} />
        </dd>
      </Facts>
      <TextField
        label={t('token')}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setVerdict(null);
        }}
        autoComplete="off"
        spellCheck="false"
        errorMessage={verdict && verdict !== 'valid' ? t(verdict) : undefined}
      />
      {verdict === 'valid' && <Banner tone="success">{t('valid')}</Banner>}
      <Button isWide onPress={() => void check()}>
        {t('check')}
      </Button>
      <Button variant="primary" size="large" isWide onPress={() => signOut(null)}>
        {t('signOut')}
      </Button>
    </SignInStep>
  );
}

const Avatar = styled.img`
  inline-size: 56px;
  block-size: 56px;
  border-radius: ${radius.round};
`;
