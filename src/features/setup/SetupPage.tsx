import { CardsPage } from '#crud/CardsPage.tsx';

/** The records that other records choose from: `/dashboard/setup`. */
export function SetupPage() {
  return <CardsPage group="setup" title="setup:title" intro="setup:intro" />;
}
