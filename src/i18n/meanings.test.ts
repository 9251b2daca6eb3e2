import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type TextLocale, regionalLocales } from '../../contract/languages.ts';

/**
 * Words of decisions and states, of which two could be swapped without a sign, sentences that would say the opposite without one word, and
 * mails with the unit of their time. Several words of one group stand in the order of the English file. A region lists only what it says differently.
 */
const meanings: Record<TextLocale, string> = {
  en: `
    reservations:statuses = Pending / Approved / Rejected / Cancelled
    reservations:acts = Approve / Reject / Cancel reservation / Accept / Decline / Hand back / Withdraw offer
    reservations:offering.willApprove = Accepting approves it once the team is complete.
    reservations:offering.willNotApprove = Accepting does not approve it.
    reservations:offering.nexts = Tell the people who plan / Offer it to everybody suitable
    reservations:offering.then = After the deadline, the people who plan are told. / After the deadline, everybody else who is suitable is offered it.
    overview:answerBy = Answer by {{deadline}}
    absences:states = Reported / Requested / Approved / Refused / Taken back
    absences:acts = Approve / Decide bookings / Refuse / Take back
    calendar:states = Planned / Called off / Completed
    calendar:views = Day / Week / Month / Agenda
    interpretations:outcomes = Waiting / Answered / Not answered / End unknown
    interpretations:locations = Remote / On site
    users:roles = Interpreter / Deaf / Manager / Owner / Partner
    users:approval = Pending / Approved / Rejected
    imports:results = New / Changed / Unchanged / Refused
    mails:code.validity = It works once and expires in {minutes} minutes.
    mails:passwordReset.validity = It works once and expires in {minutes} minutes.
    mails:reservation.approved.subject = Reservation approved: {date}, {time}
    mails:reservation.rejected.subject = Reservation declined: {date}, {time}
    mails:reservation.cancelled.subject = Reservation cancelled: {date}, {time}
    mails:reservation.offered.subject = A reservation is offered to you: {date}, {time}
    mails:reservation.offer_withdrawn.subject = A reservation is no longer offered to you: {date}, {time}
    mails:reservation.accepted.lead = {name} accepts this reservation:
    mails:reservation.declined.lead = {name} declines this reservation:
    mails:reservation.handed_back.lead = {name} hands back this reservation. It needs somebody else:
    mails:reservation.offer_taken.lead = All places of this reservation are taken. You do not need to do anything:
    mails:reservation.offer_ended.lead = The deadline of this offer is over, and the reservation is no longer offered to you. You do not need to do anything:
    mails:reservation.taken_off.lead = You no longer take part in this reservation. You do not need to do anything:
    mails:reservation.returned_to_pending.lead = This reservation had been approved and now waits for an answer again. You will hear from us:
    mails:reservation.unanswered.lead = This reservation still waits for an answer:
    mails:reservation.tomorrow.lead = This reservation begins tomorrow and is short of people or not covered:
    mails:absence.approved.subject = Your absence is approved: {dates}
    mails:absence.refused.subject = Your absence is refused: {dates}
    mails:people.approved.subject = Your account with {brand} is approved
    mails:people.rejected.subject = Your account with {brand} was not approved
    mails:people.suspended.subject = Your account with {brand} is suspended
    mails:people.unsuspended.subject = Your account with {brand} is open again
    mails:people.registration.validity = It works once and expires in {hours} hours. Then we look at your request and write to you.
    mails:people.email_undo.validity = The link works for {days} days. It ends every session and asks you for a new password.
    mails:people.invitation.validity = The link works once and expires in {days} days. After that, ask for a new one on the sign-in page.
    mails:shift.cancelled.subject = Called off in your calendar: {dates}
    mails:shift.restored.subject = On again in your calendar: {dates}
  `,
  lt: `
    reservations:statuses = Laukiama / Patvirtinta / Atmesta / Atšaukta
    reservations:acts = Patvirtinti / Atmesti / Atšaukti rezervaciją / Sutikti / Atsisakyti / Grąžinti / Atšaukti pasiūlymą
    reservations:offering.willApprove = Kai vertėjų pakanka, sutikus rezervacija patvirtinama.
    reservations:offering.willNotApprove = Sutikus rezervacija nepatvirtinama.
    reservations:offering.nexts = Pranešti planuotojams / Siūlyti visiems tinkamiems
    reservations:offering.then = Pasibaigus laikui pranešama planuotojams. / Pasibaigus laikui siūloma visiems kitiems tinkamiems.
    overview:answerBy = Atsakykite iki {{deadline}}
    absences:states = Pranešta / Prašoma / Patvirtinta / Atmesta / Atšaukta
    absences:acts = Patvirtinti / Nuspręsti dėl rezervacijų / Atmesti / Atšaukti
    calendar:states = Suplanuota / Atšaukta / Užbaigta
    calendar:views = Diena / Savaitė / Mėnuo / Darbotvarkė
    interpretations:outcomes = Laukia / Atsiliepta / Neatsiliepta / Pabaiga nežinoma
    interpretations:locations = Nuotoliu / Vietoje
    users:roles = Vertėjas / Kurčiasis / Vadovas / Savininkas / Partneris
    users:approval = Laukiama / Patvirtinta / Atmesta
    imports:results = Nauja / Pakeista / Nepakeista / Atmesta
    mails:code.validity = Kodas galioja {minutes} minučių ir tinka tik vieną kartą.
    mails:passwordReset.validity = Nuoroda galioja {minutes} minučių ir tinka tik vieną kartą.
    mails:reservation.approved.subject = Rezervacija patvirtinta: {date}, {time}
    mails:reservation.rejected.subject = Rezervacija nepatvirtinta: {date}, {time}
    mails:reservation.cancelled.subject = Rezervacija atšaukta: {date}, {time}
    mails:reservation.offered.subject = Jums siūloma rezervacija: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Rezervacija jums nebesiūloma: {date}, {time}
    mails:reservation.accepted.lead = {name} priima šią rezervaciją:
    mails:reservation.declined.lead = {name} atsisako šios rezervacijos:
    mails:reservation.handed_back.lead = {name} grąžina šią rezervaciją. Jai reikia kito vertėjo:
    mails:reservation.offer_taken.lead = šios rezervacijos vertėjai jau rasti. Nieko daryti nereikia:
    mails:reservation.offer_ended.lead = pasiūlymo laikas baigėsi, ši rezervacija jums nebesiūloma. Nieko daryti nereikia:
    mails:reservation.taken_off.lead = šioje rezervacijoje nebedalyvaujate. Nieko daryti nereikia:
    mails:reservation.returned_to_pending.lead = ši rezervacija buvo patvirtinta, o dabar vėl laukia atsakymo. Jums pranešime:
    mails:reservation.unanswered.lead = ši rezervacija vis dar laukia atsakymo:
    mails:reservation.tomorrow.lead = ši rezervacija prasideda rytoj, bet jai trūksta vertėjų arba ji neužtikrinta:
    mails:absence.approved.subject = Jūsų nebuvimas patvirtintas: {dates}
    mails:absence.refused.subject = Jūsų nebuvimas atmestas: {dates}
    mails:people.approved.subject = Jūsų „{brand}“ paskyra patvirtinta
    mails:people.rejected.subject = Jūsų „{brand}“ paskyra nepatvirtinta
    mails:people.suspended.subject = Jūsų „{brand}“ paskyra sustabdyta
    mails:people.unsuspended.subject = Jūsų „{brand}“ paskyra vėl veikia
    mails:people.registration.validity = Nuoroda galioja {hours} valandas ir tinka tik vieną kartą. Tada peržiūrėsime jūsų prašymą ir jums parašysime.
    mails:people.email_undo.validity = Nuoroda galioja {days} dienas. Ji užbaigia visus seansus ir paprašo naujo slaptažodžio.
    mails:people.invitation.validity = Nuoroda galioja {days} dienas ir tinka tik vieną kartą. Vėliau naujos paprašykite prisijungimo puslapyje.
    mails:shift.cancelled.subject = Atšaukta jūsų kalendoriuje: {dates}
    mails:shift.restored.subject = Vėl jūsų kalendoriuje: {dates}
  `,
  es: `
    reservations:statuses = Pendiente / Aprobada / Rechazada / Anulada
    reservations:acts = Aprobar / Rechazar / Anular reserva / Aceptar / Declinar / Devolver / Retirar la oferta
    reservations:offering.willApprove = Al aceptarla queda aprobada, si el equipo está completo.
    reservations:offering.willNotApprove = Aceptarla no la aprueba.
    reservations:offering.nexts = Avisar a quien planifica / Ofrecerla a todas las adecuadas
    reservations:offering.then = Después del plazo se avisa a quien planifica. / Después del plazo se ofrece a todas las demás personas adecuadas.
    overview:answerBy = Responda antes de {{deadline}}
    absences:states = Comunicada / Solicitada / Aprobada / Denegada / Retirada
    absences:acts = Aprobar / Decidir las reservas / Denegar / Retirar
    calendar:states = Previsto / Anulado / Completado
    calendar:views = Día / Semana / Mes / Agenda
    interpretations:outcomes = En espera / Atendida / No atendida / Fin desconocido
    interpretations:locations = Remoto / En el lugar
    users:roles = Intérprete / Persona sorda / Gerente / Propietario / Socio
    users:approval = Pendiente / Aprobado / Rechazado
    imports:results = Nueva / Cambiada / Sin cambios / Rechazada
    mails:code.validity = Vence en {minutes} minutos y solo se puede usar una vez.
    mails:passwordReset.validity = Vence en {minutes} minutos y solo se puede usar una vez.
    mails:reservation.approved.subject = Reserva aprobada: {date}, {time}
    mails:reservation.rejected.subject = Reserva rechazada: {date}, {time}
    mails:reservation.cancelled.subject = Reserva anulada: {date}, {time}
    mails:reservation.offered.subject = Se le ofrece una reserva: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Ya no se le ofrece una reserva: {date}, {time}
    mails:reservation.accepted.lead = {name} acepta esta reserva:
    mails:reservation.declined.lead = {name} declina esta reserva:
    mails:reservation.handed_back.lead = {name} devuelve esta reserva. Hace falta otra persona:
    mails:reservation.offer_taken.lead = Todas las plazas de esta reserva están ocupadas. No tiene que hacer nada:
    mails:reservation.offer_ended.lead = El plazo de la oferta ha terminado y ya no se le ofrece esta reserva. No tiene que hacer nada:
    mails:reservation.taken_off.lead = Usted ya no participa en esta reserva. No tiene que hacer nada:
    mails:reservation.returned_to_pending.lead = Esta reserva estaba aprobada y ahora vuelve a esperar respuesta. Le avisaremos:
    mails:reservation.unanswered.lead = Esta reserva sigue esperando respuesta:
    mails:reservation.tomorrow.lead = Esta reserva empieza mañana y le faltan intérpretes o no está cubierta:
    mails:absence.approved.subject = Su ausencia está aprobada: {dates}
    mails:absence.refused.subject = Su ausencia está rechazada: {dates}
    mails:people.approved.subject = Su cuenta de {brand} fue aprobada
    mails:people.rejected.subject = Su cuenta de {brand} no fue aprobada
    mails:people.suspended.subject = Su cuenta de {brand} está suspendida
    mails:people.unsuspended.subject = Su cuenta de {brand} vuelve a estar activa
    mails:people.registration.validity = Vence en {hours} horas y solo se puede usar una vez. Después revisaremos su solicitud y le escribiremos.
    mails:people.email_undo.validity = El enlace sirve durante {days} días. Cierra todas las sesiones y le pide una contraseña nueva.
    mails:people.invitation.validity = El enlace vence en {days} días y solo se puede usar una vez. Después, pida otro en la página de acceso.
    mails:shift.cancelled.subject = Anulado en su calendario: {dates}
    mails:shift.restored.subject = De nuevo en su calendario: {dates}
  `,
  ee: `
    reservations:statuses = Ootel / Kinnitatud / Tagasi lükatud / Tühistatud
    reservations:acts = Kinnita / Lükka tagasi / Tühista broneering / Nõustu / Keeldu / Loobu / Võta pakkumine tagasi
    reservations:offering.willApprove = Nõustumine kinnitab selle, kui tõlke on piisavalt.
    reservations:offering.willNotApprove = Nõustumine ei kinnita seda.
    reservations:offering.nexts = Teata planeerijale / Paku kõigile sobivatele
    reservations:offering.then = Pärast tähtaega teatatakse planeerijale. / Pärast tähtaega pakutakse seda kõigile teistele sobivatele.
    overview:answerBy = Vastake hiljemalt {{deadline}}
    absences:states = Teatatud / Taotletud / Kinnitatud / Tagasi lükatud / Tagasi võetud
    absences:acts = Kinnita / Otsusta broneeringud / Lükka tagasi / Võta tagasi
    calendar:states = Plaanis / Ära jäetud / Lõpetatud
    calendar:views = Päev / Nädal / Kuu / Päevakava
    interpretations:outcomes = Ootab / Vastatud / Vastamata / Lõpp teadmata
    interpretations:locations = Kaugteel / Väljasõidul
    users:roles = Tõlk / Kurt / Haldur / Omanik / Partner
    users:approval = Ootel / Kinnitatud / Tagasi lükatud
    imports:results = Uus / Muudetud / Muutmata / Tagasi lükatud
    mails:code.validity = Kood kehtib {minutes} minutit ja seda saab kasutada ühe korra.
    mails:passwordReset.validity = Link kehtib {minutes} minutit ja seda saab kasutada ühe korra.
    mails:reservation.approved.subject = Broneering kinnitatud: {date}, {time}
    mails:reservation.rejected.subject = Broneering tagasi lükatud: {date}, {time}
    mails:reservation.cancelled.subject = Broneering tühistatud: {date}, {time}
    mails:reservation.offered.subject = Teile pakutakse broneeringut: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Broneeringut teile enam ei pakuta: {date}, {time}
    mails:reservation.accepted.lead = {name} nõustus selle broneeringuga:
    mails:reservation.declined.lead = {name} keeldus sellest broneeringust:
    mails:reservation.handed_back.lead = {name} loobus sellest broneeringust. Vaja on teist tõlki:
    mails:reservation.offer_taken.lead = Selle broneeringu kõik kohad on täidetud. Te ei pea midagi tegema:
    mails:reservation.offer_ended.lead = Pakkumise tähtaeg on möödas ja seda broneeringut teile enam ei pakuta. Te ei pea midagi tegema:
    mails:reservation.taken_off.lead = Te ei osale enam selles broneeringus. Te ei pea midagi tegema:
    mails:reservation.returned_to_pending.lead = See broneering oli kinnitatud, kuid ootab nüüd uuesti vastust. Anname teile teada:
    mails:reservation.unanswered.lead = See broneering ootab endiselt vastust:
    mails:reservation.tomorrow.lead = See broneering algab homme, kuid sellel on tõlke puudu või see ei ole kaetud:
    mails:absence.approved.subject = Teie puudumine on kinnitatud: {dates}
    mails:absence.refused.subject = Teie puudumine on tagasi lükatud: {dates}
    mails:people.approved.subject = {brand}: teie konto on kinnitatud
    mails:people.rejected.subject = {brand}: teie kontot ei kinnitatud
    mails:people.suspended.subject = {brand}: teie konto on peatatud
    mails:people.unsuspended.subject = {brand}: teie konto on taas avatud
    mails:people.registration.validity = Link kehtib {hours} tundi ja seda saab kasutada ühe korra. Seejärel vaatame teie soovi läbi ja kirjutame teile.
    mails:people.email_undo.validity = Link kehtib {days} päeva. See lõpetab kõik seansid ja palub valida uue parooli.
    mails:people.invitation.validity = Link kehtib {days} päeva ja seda saab kasutada ühe korra. Hiljem saate sisselogimislehel küsida uue.
    mails:shift.cancelled.subject = Teie kalendris ära jäetud: {dates}
    mails:shift.restored.subject = Taas teie kalendris: {dates}
  `,
  pt: `
    reservations:statuses = Pendente / Aprovada / Rejeitada / Cancelada
    reservations:acts = Aprovar / Rejeitar / Cancelar reserva / Aceitar / Recusar / Devolver / Retirar a proposta
    reservations:offering.willApprove = Ao ser aceite fica aprovada, se a equipa estiver completa.
    reservations:offering.willNotApprove = Aceitá-la não a aprova.
    reservations:offering.nexts = Avisar quem planeia / Propor a todas as adequadas
    reservations:offering.then = Depois do prazo, é avisado quem planeia. / Depois do prazo, é proposta a todas as outras pessoas adequadas.
    overview:answerBy = Responda até {{deadline}}
    absences:states = Comunicada / Pedida / Aprovada / Recusada / Retirada
    absences:acts = Aprovar / Decidir as reservas / Recusar / Retirar
    calendar:states = Previsto / Desmarcado / Concluído
    calendar:views = Dia / Semana / Mês / Agenda
    interpretations:outcomes = À espera / Atendido / Não atendido / Fim desconhecido
    interpretations:locations = À distância / No local
    users:roles = Intérprete / Pessoa surda / Gestor / Proprietário / Parceiro
    users:approval = Pendente / Aprovado / Rejeitado
    imports:results = Nova / Alterada / Inalterada / Rejeitada
    mails:code.validity = Expira em {minutes} minutos e só pode ser usado uma vez.
    mails:passwordReset.validity = Expira em {minutes} minutos e só pode ser usado uma vez.
    mails:reservation.approved.subject = Reserva aprovada: {date}, {time}
    mails:reservation.rejected.subject = Reserva recusada: {date}, {time}
    mails:reservation.cancelled.subject = Reserva cancelada: {date}, {time}
    mails:reservation.offered.subject = É-lhe proposta uma reserva: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Uma reserva já não lhe é proposta: {date}, {time}
    mails:reservation.accepted.lead = {name} aceita esta reserva:
    mails:reservation.declined.lead = {name} recusa esta reserva:
    mails:reservation.handed_back.lead = {name} devolve esta reserva. É precisa outra pessoa:
    mails:reservation.offer_taken.lead = Todos os lugares desta reserva estão ocupados. Não precisa de fazer nada:
    mails:reservation.offer_ended.lead = O prazo da proposta terminou e esta reserva já não lhe é proposta. Não precisa de fazer nada:
    mails:reservation.taken_off.lead = Já não participa nesta reserva. Não precisa de fazer nada:
    mails:reservation.returned_to_pending.lead = Esta reserva estava aprovada e aguarda de novo uma resposta. Voltaremos a escrever:
    mails:reservation.unanswered.lead = Esta reserva continua a aguardar resposta:
    mails:reservation.tomorrow.lead = Esta reserva começa amanhã e faltam-lhe intérpretes ou está sem cobertura:
    mails:absence.approved.subject = A sua ausência está aprovada: {dates}
    mails:absence.refused.subject = A sua ausência foi recusada: {dates}
    mails:people.approved.subject = A sua conta em {brand} foi aprovada
    mails:people.rejected.subject = A sua conta em {brand} não foi aprovada
    mails:people.suspended.subject = A sua conta em {brand} está suspensa
    mails:people.unsuspended.subject = A sua conta em {brand} está ativa novamente
    mails:people.registration.validity = Expira em {hours} horas e só pode ser usado uma vez. Depois analisamos o pedido e escrevemos uma resposta.
    mails:people.email_undo.validity = O link funciona durante {days} dias. Termina todas as sessões e pede uma nova palavra-passe.
    mails:people.invitation.validity = O link expira em {days} dias e só pode ser usado uma vez. Depois disso, peça outro na página de entrada.
    mails:shift.cancelled.subject = Desmarcado no seu calendário: {dates}
    mails:shift.restored.subject = De novo no seu calendário: {dates}
  `,
  'pt-BR': `
    reservations:acts = Aprovar / Rejeitar / Cancelar reserva / Aceitar / Recusar / Devolver / Retirar a oferta
    reservations:offering.willApprove = Ao ser aceita fica aprovada, se a equipe estiver completa.
    reservations:offering.nexts = Avisar quem planeja / Oferecer a todas as adequadas
    reservations:offering.then = Depois do prazo, quem planeja é avisado. / Depois do prazo, é oferecida a todas as outras pessoas adequadas.
    interpretations:outcomes = Aguardando / Atendido / Não atendido / Fim desconhecido
    interpretations:locations = Remoto / No local
    mails:reservation.offered.subject = Uma reserva foi oferecida a você: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Uma reserva não é mais oferecida a você: {date}, {time}
    mails:reservation.handed_back.lead = {name} devolve esta reserva. É preciso outra pessoa:
    mails:reservation.offer_taken.lead = Todas as vagas desta reserva estão preenchidas. Não precisa fazer nada:
    mails:reservation.offer_ended.lead = O prazo da oferta terminou e esta reserva não é mais oferecida a você. Não precisa fazer nada:
    mails:reservation.taken_off.lead = Você não participa mais desta reserva. Não precisa fazer nada:
    mails:reservation.returned_to_pending.lead = Esta reserva estava aprovada e aguarda uma resposta de novo. Escreveremos outra vez:
    mails:people.email_undo.validity = O link funciona por {days} dias. Ele encerra todas as sessões e pede uma nova senha.
  `,
  sk: `
    reservations:statuses = Čaká / Schválená / Zamietnutá / Zrušená
    reservations:acts = Schváliť / Zamietnuť / Zrušiť rezerváciu / Prijať / Odmietnuť / Vrátiť / Stiahnuť ponuku
    reservations:offering.willApprove = Prijatím sa schváli, keď je tlmočníkov dosť.
    reservations:offering.willNotApprove = Prijatím sa neschváli.
    reservations:offering.nexts = Oznámiť tým, ktorí plánujú / Ponúknuť všetkým vhodným
    reservations:offering.then = Po termíne sa to oznámi tým, ktorí plánujú. / Po termíne sa ponúkne všetkým ostatným vhodným.
    overview:answerBy = Odpovedzte do {{deadline}}
    absences:states = Nahlásená / Požiadaná / Schválená / Zamietnutá / Odvolaná
    absences:acts = Schváliť / Rozhodnúť o rezerváciách / Zamietnuť / Odvolať
    calendar:states = Plánovaná / Odvolaná / Dokončená
    calendar:views = Deň / Týždeň / Mesiac / Agenda
    interpretations:outcomes = Čaká / Obslúžené / Neobslúžené / Koniec neznámy
    interpretations:locations = Na diaľku / Na mieste
    users:roles = Tlmočník / Nepočujúci / Manažér / Vlastník / Partner
    users:approval = Čaká / Schválené / Zamietnuté
    imports:results = Nový / Zmenený / Nezmenený / Zamietnutý
    mails:code.validity = Kód platí {minutes} minút a dá sa použiť iba raz.
    mails:passwordReset.validity = Odkaz platí {minutes} minút a dá sa použiť iba raz.
    mails:reservation.approved.subject = Rezervácia schválená: {date}, {time}
    mails:reservation.rejected.subject = Rezervácia zamietnutá: {date}, {time}
    mails:reservation.cancelled.subject = Rezervácia zrušená: {date}, {time}
    mails:reservation.offered.subject = Bola vám ponúknutá rezervácia: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Rezervácia sa vám už neponúka: {date}, {time}
    mails:reservation.accepted.lead = {name} prijíma túto rezerváciu:
    mails:reservation.declined.lead = {name} odmieta túto rezerváciu:
    mails:reservation.handed_back.lead = {name} vracia túto rezerváciu. Treba niekoho iného:
    mails:reservation.offer_taken.lead = všetky miesta v tejto rezervácii sú obsadené. Nemusíte nič robiť:
    mails:reservation.offer_ended.lead = čas na odpoveď uplynul a táto rezervácia sa vám už neponúka. Nemusíte nič robiť:
    mails:reservation.taken_off.lead = na tejto rezervácii sa už nezúčastňujete. Nemusíte nič robiť:
    mails:reservation.returned_to_pending.lead = táto rezervácia bola schválená a teraz opäť čaká na odpoveď. Dáme vám vedieť:
    mails:reservation.unanswered.lead = táto rezervácia stále čaká na odpoveď:
    mails:reservation.tomorrow.lead = táto rezervácia sa začína zajtra a chýbajú jej tlmočníci alebo nie je zabezpečená:
    mails:absence.approved.subject = Vaša neprítomnosť je schválená: {dates}
    mails:absence.refused.subject = Vaša neprítomnosť je zamietnutá: {dates}
    mails:people.approved.subject = Váš účet bol schválený – {brand}
    mails:people.rejected.subject = Váš účet nebol schválený – {brand}
    mails:people.suspended.subject = Váš účet je pozastavený – {brand}
    mails:people.unsuspended.subject = Váš účet je opäť aktívny – {brand}
    mails:people.registration.validity = Odkaz platí {hours} hodín a dá sa použiť iba raz. Potom vašu žiadosť posúdime a napíšeme vám.
    mails:people.email_undo.validity = Odkaz platí {days} dní. Ukončí všetky prihlásenia a vyžiada si nové heslo.
    mails:people.invitation.validity = Odkaz platí {days} dní a dá sa použiť iba raz. Potom si na prihlasovacej stránke vyžiadajte nový.
    mails:shift.cancelled.subject = Odvolané vo vašom kalendári: {dates}
    mails:shift.restored.subject = Opäť vo vašom kalendári: {dates}
  `,
  is: `
    reservations:statuses = Í bið / Samþykkt / Hafnað / Aflýst
    reservations:acts = Samþykkja / Hafna / Aflýsa bókun / Þiggja / Afþakka / Skila / Draga boð til baka
    reservations:offering.willApprove = Þegar nógu margir þiggja hana er hún samþykkt.
    reservations:offering.willNotApprove = Hún er ekki samþykkt þótt einhver þiggi hana.
    reservations:offering.nexts = Láta þau sem skipuleggja vita / Bjóða öllum sem koma til greina
    reservations:offering.then = Eftir frestinn fá þau sem skipuleggja að vita. / Eftir frestinn býðst hún öllum öðrum sem koma til greina.
    overview:answerBy = Svaraðu fyrir {{deadline}}
    absences:states = Tilkynnt / Óskað eftir / Samþykkt / Hafnað / Dregin til baka
    absences:acts = Samþykkja / Ákveða bókanir / Hafna / Draga til baka
    calendar:states = Áætluð / Felld niður / Lokið
    calendar:views = Dagur / Vika / Mánuður / Dagskrá
    interpretations:outcomes = Í bið / Svarað / Ósvarað / Lok óþekkt
    interpretations:locations = Fjartúlkun / Á vettvangi
    users:roles = Túlkur / Döff / Stjórnandi / Eigandi / Samstarfsaðili
    users:approval = Í bið / Samþykkt / Hafnað
    imports:results = Ný / Breytt / Óbreytt / Hafnað
    mails:code.validity = Hann gildir í {minutes} mínútur og aðeins er hægt að nota hann einu sinni.
    mails:passwordReset.validity = Hann gildir í {minutes} mínútur og aðeins er hægt að nota hann einu sinni.
    mails:reservation.approved.subject = Bókun samþykkt: {date}, {time}
    mails:reservation.rejected.subject = Bókun hafnað: {date}, {time}
    mails:reservation.cancelled.subject = Bókun aflýst: {date}, {time}
    mails:reservation.offered.subject = Þér býðst bókun: {date}, {time}
    mails:reservation.offer_withdrawn.subject = Þér býðst bókun ekki lengur: {date}, {time}
    mails:reservation.accepted.lead = {name} þiggur þessa bókun:
    mails:reservation.declined.lead = {name} afþakkar þessa bókun:
    mails:reservation.handed_back.lead = {name} skilar þessari bókun. Annan túlk þarf:
    mails:reservation.offer_taken.lead = Öll pláss í þessari bókun eru skipuð. Þú þarft ekkert að gera:
    mails:reservation.offer_ended.lead = Fresturinn er liðinn og þér býðst þessi bókun ekki lengur. Þú þarft ekkert að gera:
    mails:reservation.taken_off.lead = Þú tekur ekki lengur þátt í þessari bókun. Þú þarft ekkert að gera:
    mails:reservation.returned_to_pending.lead = Þessi bókun hafði verið samþykkt en bíður nú svars á ný. Við látum þig vita:
    mails:reservation.unanswered.lead = Þessi bókun bíður enn svars:
    mails:reservation.tomorrow.lead = Þessi bókun hefst á morgun og hana vantar túlka eða hún er ekki mönnuð:
    mails:absence.approved.subject = Fjarvist þín er samþykkt: {dates}
    mails:absence.refused.subject = Fjarvist þinni er hafnað: {dates}
    mails:people.approved.subject = Aðgangurinn þinn hefur verið samþykktur – {brand}
    mails:people.rejected.subject = Aðgangurinn þinn var ekki samþykktur – {brand}
    mails:people.suspended.subject = Aðganginum þínum hefur verið lokað tímabundið – {brand}
    mails:people.unsuspended.subject = Aðgangurinn þinn er opinn á ný – {brand}
    mails:people.registration.validity = Hann gildir í {hours} klukkustundir og aðeins er hægt að nota hann einu sinni. Síðan förum við yfir beiðnina og skrifum þér.
    mails:people.email_undo.validity = Tengillinn gildir í {days} daga. Hann bindur enda á allar innskráningar og biður þig um nýtt lykilorð.
    mails:people.invitation.validity = Tengillinn gildir í {days} daga og aðeins er hægt að nota hann einu sinni. Eftir það má biðja um nýjan á innskráningarsíðunni.
    mails:shift.cancelled.subject = Fellt niður í dagatalinu þínu: {dates}
    mails:shift.restored.subject = Aftur í dagatalinu þínu: {dates}
  `,
};

type Texts = { [key: string]: string | Texts };

const textsIn = (locale: string, namespace: string): Texts => {
  const file = namespace === 'mails' ? 'node/mails' : namespace;
  return JSON.parse(readFileSync(`src/i18n/locales/${locale}/${file}.json`, 'utf8')) as Texts;
};

const at = (texts: Texts, path: string) =>
  path.split('.').reduce<string | Texts | undefined>((from, key) => (from as Texts | undefined)?.[key], texts);

test.each(Object.entries(meanings))('%s says of each decision and state what it is', (locale, lines) => {
  const base: string | undefined = Object.entries(regionalLocales).find(([region]) => region === locale)?.[1];
  const saying = (namespace: string, path: string) => {
    const text = at(textsIn(locale, namespace), path) ?? (base && at(textsIn(base, namespace), path));
    return typeof text === 'string' ? text : '';
  };
  const rows = lines
    .trim()
    .split(/\n\s*/)
    .map((line) => line.split(' = ') as [string, string]);
  const said = rows.map(([place]) => {
    const [namespace = '', path = ''] = place.split(':');
    const english = at(textsIn('en', namespace), path) ?? '';
    const paths = typeof english === 'string' ? [path] : Object.keys(english).map((key) => `${path}.${key}`);
    return [place, paths.map((word) => saying(namespace, word)).join(' / ')];
  });
  expect(said).toEqual(rows);
});
