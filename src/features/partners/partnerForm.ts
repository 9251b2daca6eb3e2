import type { NewPartner, Partner } from '../../../contract/partners.ts';

/** The form values of a partner. Null becomes an empty text. */
export type PartnerValues = {
  name: string;
  slug: string;
  logo: string;
  category: string;
  address: string;
  contact_email: string;
  phone: string;
  website: string;
  custom_website: string;
} & Record<PartnerSwitch, boolean>;

/** What the app shows of a partner. */
export const partnerSwitches = ['visibleInApp', 'display_venue', 'restrict_sessions'] as const;
type PartnerSwitch = (typeof partnerSwitches)[number];

/** The form values of a new partner. */
export const emptyPartner: PartnerValues = {
  name: '',
  slug: '',
  logo: '',
  category: '',
  address: '',
  contact_email: '',
  phone: '',
  website: '',
  custom_website: '',
  visibleInApp: false,
  display_venue: false,
  restrict_sessions: false,
};

/** The form values of a partner. */
export function valuesOf(partner: Partner): PartnerValues {
  return {
    name: partner.name,
    slug: partner.slug,
    logo: partner.logo?.id ?? '',
    category: partner.category ?? '',
    address: partner.address ?? '',
    contact_email: partner.contact_email ?? '',
    phone: partner.phone ?? '',
    website: partner.website ?? '',
    custom_website: partner.custom_website ?? '',
    visibleInApp: partner.visibleInApp,
    display_venue: partner.display_venue,
    restrict_sessions: partner.restrict_sessions,
  };
}

/** The body for the form values. */
export function toPartner({ name, slug, ...values }: PartnerValues): NewPartner {
  const text = (value: string) => value.trim() || null;
  return {
    ...values,
    name: name.trim(),
    slug: slug.trim(),
    category: values.category || null,
    logo: values.logo || null,
    address: text(values.address),
    contact_email: text(values.contact_email),
    phone: text(values.phone),
    website: text(values.website),
    custom_website: text(values.custom_website),
  };
}
