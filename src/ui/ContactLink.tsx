import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { mailHref, phoneHref } from '../../contract/contactLinks.ts';
import { colour } from './theme.ts';

/** A telephone number that calls it; numbers read from left to right in every script. It is above the link of its row. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <Out href={phoneHref(number)}>
      <bdi dir="ltr">{number}</bdi>
    </Out>
  );
}

/** An e-mail address that opens a message to it. A long one is broken before its domain first. */
export function MailLink({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <Out href={mailHref(email)}>
      {name}
      {domain !== undefined && (
        <>
          <wbr />@{domain}
        </>
      )}
    </Out>
  );
}

/** An external link, shown by its host name. It is above the link of its row. */
export function WebLink({ to }: { to: string }) {
  return (
    <Out href={to} target="_blank" rel="noreferrer" dir="ltr">
      {URL.canParse(to) ? new URL(to).host : to}
    </Out>
  );
}

/** An address on a map of the world, which opens in a window of its own. */
export function MapLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <Out
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </Out>
  );
}

const Out = styled.a`
  position: relative;
  z-index: 1;
  color: ${colour.accentText};
  overflow-wrap: anywhere;
`;
